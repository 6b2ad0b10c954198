"""Playlists and the player: D1 to D7, N5."""

import house
from conftest import ADA, BEN, CLEO

PLAYING = "() => { const medium = document.querySelector('#player audio'); return medium && medium.currentTime > 0.05 }"


def now_playing(visitor):
    return visitor.page.locator(".bar-title strong").inner_text()


def test_D1_to_D5_a_playlist_is_created_with_a_link_and_an_upload(ada, ben, store):
    ben.open("/playlists")
    ada.open("/playlists")
    ada.follow("Create playlist")
    ada.press("Next")
    ada.says("Enter a name.")
    ada.page.get_by_label("Name").fill("Road trip")
    ada.page.reload()
    assert ada.page.get_by_label("Name").input_value() == "Road trip"
    ada.press("Next")
    page = ada.page
    link = page.get_by_label("Link to a song, video, picture or playlist")
    for address in ("javascript:alert(1)", "a song"):
        link.fill(address)
        ada.press("Add link")
        ada.says("This is not an address of the web.")
    link.fill("https://video.example/missing")
    ada.press("Add link")
    ada.says("File not found. Check the link, or add another one.")
    link.fill("https://video.example/film")
    ada.press("Add link")
    ada.says("Added: film")
    link.fill("https://music.example/list")
    ada.press("Add link")
    ada.says("3 items added.")
    assert "Songs: MP3, M4A, OGG, WAV. Videos: MP4. Pictures: JPEG, PNG." in page.locator("#formats").inner_text()
    files = [("song.wav", house.sound()), ("broken.wav", b"broken")]
    payload = [{"name": name, "mimeType": "audio/wav", "buffer": data} for name, data in files]
    with page.expect_file_chooser() as chooser:
        ada.press("Upload files")
    chooser.value.set_files(payload)
    ada.says("broken.wav cannot be used:")
    track = page.locator(".track").filter(has_text="song.wav")
    assert "Song · Upload · 0:01" in track.inner_text()
    assert "video.example" in page.locator(".track").filter(has_text="film").inner_text()
    # Going back keeps all input.
    ada.follow("Back")
    assert page.get_by_label("Name").input_value() == "Road trip"
    ada.press("Next")
    ada.follow("Next")
    page.locator(".choice").filter(has_text="Ben").locator("input").check()
    ada.follow("Back")
    ada.follow("Next")
    assert page.locator(".choice").filter(has_text="Ben").locator("input").is_checked()
    ada.press("Complete and create")
    ada.says("“Road trip” is ready.")
    ben.unread(1)
    ben.page.get_by_role("link", name="Road trip").wait_for()


def test_D5_D6_an_email_is_previewed_sent_and_confirmed(ada, store):
    playlist = store.add_playlist("Road trip", state="draft")
    store.connections["mail"] = store.mail_installed = True
    ada.open(f"/playlists/{playlist['id']}?step=share")
    page = ada.page
    page.get_by_label("Email address").fill("nobody")
    ada.press("Invite with email")
    ada.says("This is not an email address.")
    page.get_by_label("Email address").fill("gran@example.org")
    ada.press("Invite with email")
    dialog = page.locator("dialog")
    dialog.get_by_text("Ada shares the playlist Road trip with you:").wait_for()
    ada.press("Send", inside=dialog)
    page.get_by_role("heading", name="Email sent").wait_for()
    ada.press("OK")
    assert store.mails == ["gran@example.org"]
    store.connections["mail"] = False
    page.get_by_label("Email address").fill("uncle@example.org")
    ada.press("Invite with email")
    ada.press("Send", inside=dialog)
    ada.says("http://family.example/together/shared/")
    ada.press("OK")
    ada.press("Take back the invitation of gran@example.org")
    page.get_by_text("gran@example.org", exact=True).wait_for(state="detached")
    page.get_by_text("uncle@example.org", exact=True).wait_for()
    ada.press("Share later")
    ada.says("“Road trip” is kept as your private draft.")
    assert playlist["state"] == "draft"


def test_D6_the_link_opens_the_playlist_without_an_account(make_visitor, store):
    playlist = store.add_playlist("Road trip")
    guest = make_visitor(None)
    guest.open(f"/shared/{playlist['id'][:8]}")
    guest.title("Road trip")
    guest.press("Play in order")
    guest.until(PLAYING)
    assert guest.page.locator("header.head").count() == 0


def test_D7_editors_order_and_delete_and_a_conflict_shows_the_new_list(ada, ben, store):
    playlist = store.add_playlist("Road trip", items=3, state="shared")
    playlist["editors"] = [BEN]
    for visitor in (ada, ben):
        visitor.open(f"/playlists/{playlist['id']}")
        assert not visitor.page.get_by_role("button", name="Move Song 3 up").is_visible()
        visitor.press("Order or delete items")
    ada.press("Move Song 3 up")
    ben.until("() => document.querySelectorAll('.track strong')[1].textContent === 'Song 3'")
    ben.press("Delete: Song 1")
    ben.press("Delete", inside=ben.page.locator("dialog"))
    ada.until("() => document.querySelectorAll('.track').length === 2")
    playlist["revision"] += 1
    ada.press("Move Song 3 down")
    ada.says("Somebody changed the list at the same moment.")
    assert [item["name"] for item in playlist["items"]] == ["Song 3", "Song 2"]


def test_D7_the_player_continues_across_screens_and_songs_until_the_end(ada, store):
    playlist = store.add_playlist("Road trip", items=3)
    playlist["items"].insert(1, store.item("Film", "video", address="https://video.example/f", host="video.example"))
    ada.open(f"/playlists/{playlist['id']}")
    ada.press("Play in order")
    ada.until(PLAYING)
    assert ada.page.locator(".track[data-playing='true'] strong").inner_text() == "Song 1"
    ada.press("Pause")
    for path in ("Playlists", "Family Center"):
        ada.follow(path)
    assert now_playing(ada) == "Song 1"
    ada.press("Play", inside=ada.page.locator("#player"))
    # Songs 2 and 3 play automatically, then playback ends.
    ada.page.locator(".bar-title strong", has_text="Song 3").wait_for()
    ada.page.locator(".bar-player").wait_for(state="detached")
    assert ada.page.get_by_text("The playlist has ended.").count() == 1


def test_D7_shuffle_plays_every_song_and_stop_stops(ada, store):
    playlist = store.add_playlist("Road trip", items=3)
    ada.open(f"/playlists/{playlist['id']}")
    ada.press("Shuffle")
    ada.until(PLAYING)
    assert ada.page.get_by_role("button", name="Shuffle").last.get_attribute("aria-pressed") == "true"
    names = {now_playing(ada)}
    for _ in range(2):
        ada.press("Next", inside=ada.page.locator("#player"))
        names.add(now_playing(ada))
    assert len(names) == 3
    ada.press("Stop")
    assert ada.page.locator("#player *").count() == 0


def test_D7_deleting_a_song_elsewhere_does_not_stop_the_player(ada, store):
    playlist = store.add_playlist("Road trip", items=2)
    ada.open(f"/playlists/{playlist['id']}")
    ada.press("Play: Song 1")
    ada.press("Pause")
    with store.lock:
        del playlist["items"][0]
        store.change("playlists")
    ada.page.locator(".bar-title strong", has_text="Song 2").wait_for()


def test_N5_no_media_host_is_contacted_before_a_tap(ada, store):
    playlist = store.add_playlist("Links", items=0)
    playlist["items"] = [
        store.item("Film", "video", address="https://video.example/f", host="video.example"),
        store.item("Evil", "song", address="javascript:alert(1)", host="evil"),
    ]
    asked = []
    ada.page.on("request", lambda request: asked.append(request.url))
    ada.open(f"/playlists/{playlist['id']}")
    link = ada.page.get_by_role("link", name="Open Film at video.example in a new window")
    assert link.get_attribute("href") == "https://video.example/f"
    assert link.get_attribute("rel") == "noopener noreferrer"
    assert ada.page.locator("a[href^='javascript']").count() == 0
    assert all(url.startswith(ada.server.origin) for url in asked)


def test_N5_pictures_show_as_slides_and_files_are_exported_and_imported(ada, store):
    playlist = store.add_playlist("Slides", items=0)
    media = store.add_media("image/jpeg", house.photo())
    playlist["items"] = [store.item(f"Photo {n}", "picture", media=media, by=ADA) for n in (1, 2)]
    ada.open(f"/playlists/{playlist['id']}")
    ada.press("Play in order")
    ada.page.locator(".player-stage img[alt='Photo 1']").wait_for()
    ada.press("Next", inside=ada.page.locator("#player"))
    ada.page.locator(".player-stage img[alt='Photo 2']").wait_for()
    ada.page.get_by_text("Save as a file").click()
    for name in ("XSPF", "M3U8", "JSPF"):
        link = ada.page.get_by_role("link", name=name)
        assert link.get_attribute("href").endswith(f"/export?format={name.lower()}")
    ada.open("/playlists")
    with ada.page.expect_file_chooser() as chooser:
        ada.press("Open a playlist file")
    chooser.value.set_files({"name": "list.xspf", "mimeType": "application/xspf+xml", "buffer": b"<playlist/>"})
    ada.says("“Imported” is imported.")


def test_D1_a_draft_is_discarded_after_confirmation(ada, store):
    draft = store.add_playlist("Morning", state="draft")
    ada.open(f"/playlists/{draft['id']}?step=items")
    ada.press("Discard")
    ada.press("No, keep it")
    assert store.playlists
    ada.press("Discard")
    ada.press("Yes, discard it")
    ada.says("The playlist is discarded.")
    assert store.playlists == {}


def test_sharing_changed_on_another_device_is_shown_and_not_overwritten(ada, store):
    playlist = store.add_playlist("Car")
    ada.open(f"/playlists/{playlist['id']}?step=share")
    page = ada.page
    page.get_by_label("Cleo").check()
    playlist |= {"editors": [BEN], "state": "shared"}
    ada.press("Save")
    ada.says("Shared now with: Ben.")
    assert playlist["editors"] == [BEN] and page.get_by_label("Cleo").is_checked()
    # The choice and the version on which it is based survive a reload.
    playlist["editors"] = []
    ada.open(f"/playlists/{playlist['id']}?step=share")
    ada.press("Save")
    ada.says("Only you have the playlist now.")
    assert playlist["editors"] == []
    ada.press("Save")
    ada.says("is saved")
    assert playlist["editors"] == [CLEO]
