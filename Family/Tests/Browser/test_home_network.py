"""`facialfun-family serve --lan`: an iPad in the home network, simulated by Chromium (Safari's engine:
test_webkit.py).
"""

import contextlib
import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import urllib.request

import pytest

import films
from facial_fun import Screen
from game_server import GameServer, free_port, judge_program
from pages import DESIGN, Watch, driver


def address():
    """This machine's own address; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("198.51.100.1", 9))
            return probe.getsockname()[0]
        except OSError:
            return None


ADDRESS = address()
pytestmark = [
    pytest.mark.skipif(ADDRESS is None, reason="SKIPPED: this machine has no network address"),
    pytest.mark.skipif(shutil.which("openssl") is None, reason="SKIPPED: there is no openssl"),
]


def serve(place, *arguments):
    lan, trust = free_port(), free_port()
    server = GameServer(
        place / "data", [*arguments, "--lan", "--lan-port", str(lan), "--trust-port", str(trust)],
        log=place / "pet.log").start()
    server.place = place
    server.lan = f"https://{ADDRESS}:{lan}"
    server.trust = f"http://{ADDRESS}:{trust}"
    server.ports = {"lan": lan, "trust": trust}
    return server


def wait_for(place, text, seconds=20):
    import time
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if text in (place / "pet.log").read_text():
            return
        time.sleep(0.1)
    raise AssertionError(f"the server never said {text}")


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    place = tmp_path_factory.mktemp("lan")
    scoring = ["--facialfun", judge_program()] if judge_program() else ["--no-scoring"]
    server = serve(place, *scoring)
    wait_for(place, "Fingerprint")
    server.url = server.lan
    server.authority = place / "authority.crt"
    with urllib.request.urlopen(f"{server.trust}/authority.crt", timeout=10) as answer:
        assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
        server.authority.write_bytes(answer.read())
    yield server
    assert server.process.poll() is None, "the server did not survive the tests"
    assert server.stop() == 0


@contextlib.contextmanager
def ipad(house, trusting=True, film=None, arguments=(), **options):
    """A new browser. With `trusting`, the home's certificate authority is in its certificate store."""
    home = house.place / f"home-{trusting}-{film is not None}"
    home.mkdir(exist_ok=True)
    store = home / ".pki/nssdb"
    if trusting and not store.exists():
        store.mkdir(parents=True)
        for command in (["-N", "--empty-password"], ["-A", "-t", "C,,", "-n", "pet", "-i", str(house.authority)]):
            subprocess.run(["certutil", "-d", f"sql:{store}", *command], check=True, capture_output=True,
                           stdin=subprocess.DEVNULL, timeout=60)
    flags = ["--no-sandbox", "--autoplay-policy=no-user-gesture-required", *arguments]
    if film:
        flags += ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
                  f"--use-file-for-fake-video-capture={film}"]
    browser = driver().chromium.launch(
        executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell"), args=flags,
        env={**os.environ, "HOME": str(home)})
    try:
        context = browser.new_context(viewport=DESIGN, base_url=house.lan, **options)
        page = context.new_page()
        page.watch = Watch(page)
        yield page
    finally:
        browser.close()


needs_certutil = pytest.mark.skipif(
    shutil.which("certutil") is None, reason="SKIPPED: no certutil (apt-get install libnss3-tools)")


@needs_certutil
def test_a_device_that_trusts_the_authority_plays_over_https_without_a_warning(house):
    with ipad(house) as page:
        page.goto("/login")
        assert page.evaluate("() => window.isSecureContext && !!navigator.mediaDevices.getUserMedia")
        # The account is created with the browser's form, not with a client that ignores certificates.
        done = page.evaluate(
            "form => fetch('/api/accounts', { method: 'POST', headers: { 'Content-Type': 'application/json' },"
            " body: JSON.stringify(form) }).then(r => r.status)", account())
        assert done == 201
        cookie = next(c for c in page.context.cookies() if c["name"] == "__Host-pet")
        assert cookie["secure"] and cookie["httpOnly"] and cookie["sameSite"] == "Strict" and cookie["path"] == "/"
        answer = page.goto("/menu")
        assert answer.status == 200 and answer.headers.get("strict-transport-security") is None
        details = answer.security_details()
        assert details["protocol"] in ("TLS 1.2", "TLS 1.3") and "P.E.T. of" in details["issuer"]
        page.wait_for_function("() => navigator.serviceWorker.controller || navigator.serviceWorker.ready")
        assert page.watch.complaints == []


def account():
    import uuid

    from game_client import PASSWORD, PIN, TERMS
    name = f"kid{uuid.uuid4().hex[:12]}"
    return {"fullName": "Robin", "birthYear": 2017, "gender": "", "username": name, "email": f"{name}@example.org",
            "password": PASSWORD, "confirmation": PASSWORD, "pin": PIN, "terms": TERMS, "statistics": True}


@needs_certutil
def test_a_device_that_does_not_trust_the_authority_gets_a_certificate_error(house):
    with ipad(house, trusting=False) as page, pytest.raises(Exception, match="ERR_CERT_AUTHORITY_INVALID"):
        page.goto("/login")


@needs_certutil
@pytest.mark.skipif(judge_program() is None, reason="SKIPPED: facialfun was not built")
def test_f1_facial_fun_works_on_a_device_of_the_home_network(house, tmp_path):
    with ipad(house, film=films.still(tmp_path, "rendered-neutral.jpg"), ignore_https_errors=False) as page:
        page.goto("/login")
        page.evaluate(
            "form => fetch('/api/accounts', { method: 'POST', headers: { 'Content-Type': 'application/json' },"
            " body: JSON.stringify(form) }).then(r => r.status)", account())
        screen = Screen(page, rest=False)
        page.click("#ready")
        screen.wait_mode("not_yet")
        assert page.is_visible("#hint[data-hint]")


@needs_certutil
def test_settings_lead_to_the_qr_codes_for_an_ipad(house):
    with ipad(house) as page:
        page.goto("/login")
        page.evaluate(
            "form => fetch('/api/accounts', { method: 'POST', headers: { 'Content-Type': 'application/json' },"
            " body: JSON.stringify(form) }).then(r => r.status)", account())
        page.goto("/settings")
        page.get_by_role("link", name="Add iPad").click()
        page.wait_for_url("**/lan")
        assert page.is_visible("#trust-code") and page.is_visible("#game-code")
        assert page.watch.complaints == []


@needs_certutil
def test_the_game_can_be_installed_on_the_home_screen(house):
    with ipad(house) as page:
        page.goto("/login")
        page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
        client = page.context.new_cdp_session(page)
        manifest = client.send("Page.getAppManifest")
        assert manifest["errors"] == []
        said = page.evaluate("() => fetch('/manifest.webmanifest').then(r => r.json())")
        assert said["display"] == "standalone" and said["orientation"] == "landscape"
        assert said["start_url"] == "/" and said["scope"] == "/"
        errors = client.send("Page.getInstallabilityErrors")["installabilityErrors"]
        # Chromium's only objection is that tests run it in private mode.
        assert {e["errorId"] for e in errors} <= {"in-incognito"}, errors
        # Safari reads these instead.
        for name, content in (("apple-mobile-web-app-capable", "yes"), ("apple-mobile-web-app-title", "P.E.T.")):
            assert page.get_attribute(f'meta[name="{name}"]', "content") == content
        assert "viewport-fit=cover" in page.get_attribute('meta[name="viewport"]', "content")
        icon = page.get_attribute('link[rel="apple-touch-icon"]', "href")
        size = page.evaluate(
            "src => new Promise(resolve => { const i = new Image(); i.onload = () => resolve([i.naturalWidth,"
            " i.naturalHeight]); i.src = src; })", icon)
        assert size == [180, 180]


@needs_certutil
def test_b3_pinching_and_double_taps_do_not_zoom(house):
    with ipad(house, arguments=["--enable-pinch"], has_touch=True, is_mobile=True) as page:
        page.goto("/login")
        client = page.context.new_cdp_session(page)
        client.send("Input.synthesizePinchGesture",
                    {"x": 600, "y": 500, "scaleFactor": 2.5, "gestureSourceType": "touch"})
        assert page.evaluate("() => visualViewport.scale") == 1
        client.send("Input.synthesizeTapGesture", {"x": 600, "y": 300, "tapCount": 2, "gestureSourceType": "touch"})
        # There is no condition to wait for: nothing may be zoomed.
        page.wait_for_timeout(600)
        assert page.evaluate("() => visualViewport.scale") == 1
        # This headless browser never zooms pages, so gestures alone prove little. The style prevents zooming everywhere
        # on the page, also in Safari.
        for name in ("html", "body"):
            assert page.evaluate("n => getComputedStyle(document.querySelector(n)).touchAction", name) == "pan-x pan-y"


def ask(house, port, host, path="/healthz", tls=True, method="GET", headers=None):
    context = ssl.create_default_context(cadata=authority_pem(house)) if tls else None
    kind = http.client.HTTPSConnection if tls else http.client.HTTPConnection
    connection = kind(ADDRESS, port, timeout=10, **({"context": context} if tls else {}))
    try:
        connection.putrequest(method, path, skip_host=True)
        connection.putheader("Host", host)
        for name, value in (headers or {}).items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()


def authority_pem(house):
    return ssl.DER_cert_to_PEM_cert(house.authority.read_bytes())


def test_a_foreign_host_name_for_this_machine_is_rejected(house):
    for port, tls in ((house.ports["lan"], True), (house.ports["trust"], False)):
        path = "/healthz"
        assert ask(house, port, f"{ADDRESS}:{port}", path, tls)[0] == 200
        for name in ("evil.example", "evil.example:443", f"{ADDRESS}.evil.example", "", "198.51.100.7"):
            assert ask(house, port, name, path, tls)[0] in (400, 421), name


def test_plain_http_shows_the_certificate_and_nothing_of_the_game(house):
    port = house.ports["trust"]
    status, headers, page = ask(house, port, f"{ADDRESS}:{port}", "/", tls=False)
    assert status == 200 and "Set-Cookie" not in headers
    assert b"Certificate Trust Settings" in page and b"<script" not in page
    assert f"https://{ADDRESS}:{house.ports['lan']}/".encode() in page
    for path in ("/login", "/api/login", "/menu", "/review", "/api/facial-fun", "/assets/x/styles/base.css"):
        assert ask(house, port, f"{ADDRESS}:{port}", path, tls=False)[0] == 404, path
    # The game's port for this machine cannot be reached from the home network.
    with pytest.raises(OSError):
        socket.create_connection((ADDRESS, house.port), timeout=2)
    # Plain HTTP requests to the TLS port get no page.
    with pytest.raises((OSError, http.client.HTTPException)):
        ask(house, house.ports["lan"], ADDRESS, tls=False)


def test_the_fingerprint_on_both_screens_equals_that_of_openssl(house):
    said = subprocess.run(
        ["openssl", "x509", "-inform", "der", "-in", str(house.authority), "-noout", "-fingerprint", "-sha256"],
        check=True, capture_output=True, text=True).stdout
    fingerprint = said.split("=")[1].strip().replace(":", " ")
    with urllib.request.urlopen(f"{house.trust}/", timeout=10) as page:
        assert fingerprint in page.read().decode()
    with urllib.request.urlopen(f"http://127.0.0.1:{house.port}/lan", timeout=10) as page:
        assert fingerprint in page.read().decode()
    assert fingerprint in (house.place / "pet.log").read_text()


@pytest.mark.skipif(shutil.which("zbarimg") is None, reason="SKIPPED: no zbarimg (apt-get install zbar-tools)")
def test_the_codes_on_the_pages_can_be_scanned(house, browser, tmp_path):
    context = browser.new_context(viewport=DESIGN, device_scale_factor=2)
    page = context.new_page()
    watch = Watch(page)
    page.goto(f"http://127.0.0.1:{house.port}/lan")
    read = {}
    for name in ("trust-code", "game-code"):
        page.locator(f"#{name}").screenshot(path=str(tmp_path / f"{name}.png"))
        said = subprocess.run(
            ["zbarimg", "--raw", "-q", str(tmp_path / f"{name}.png")], capture_output=True, text=True, check=True)
        read[name] = said.stdout.strip()
    assert read == {"trust-code": f"{house.trust}/", "game-code": f"{house.lan}/"}
    assert watch.complaints == []
    context.close()


def test_a_given_certificate_is_used_and_an_invalid_one_rejected(tmp_path):
    def issue(name, *more):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-keyout", f"{name}.key", "-out", f"{name}.pem", "-subj", "/CN=own", "-addext",
             f"subjectAltName=IP:{ADDRESS},DNS:pet.example", *more], check=True, capture_output=True, cwd=tmp_path)

    issue("own", "-days", "30")
    issue("other", "-days", "30")
    own = ["--no-scoring", "--tls-certificate", str(tmp_path / "own.pem"), "--tls-key", str(tmp_path / "own.key")]
    server = serve(tmp_path, *own)
    try:
        wait_for(tmp_path, "In the home network")
        context = ssl.create_default_context(cafile=str(tmp_path / "own.pem"))
        with urllib.request.urlopen(f"{server.lan}/healthz", timeout=10, context=context) as answer:
            assert answer.read() == b"ok\n"
        # With a given certificate, there is no page about trusting another one.
        with pytest.raises(OSError):
            urllib.request.urlopen(f"{server.trust}/", timeout=3)
        assert not (tmp_path / "data/lan").exists()
    finally:
        assert server.stop() == 0
    from game_server import program
    os.chmod(tmp_path / "other.key", 0o644)
    for arguments, code, words in (
            (["--tls-key", "none.key"], 3, "none.key"), (["--tls-key", "other.key"], 3, "chmod 600"),
            (["--tls-key", "own.key", "--tls-certificate", "other.pem"], 3, "does not belong"),
            (["--tls-key", "own.key", "--tls-certificate", "none.pem"], 3, "none.pem")):
        given = {"--tls-certificate": "own.pem", "--tls-key": "own.key"}
        given.update(dict(zip(arguments[::2], arguments[1::2], strict=True)))
        said = subprocess.run(
            [program(), "serve", "--no-scoring", "--lan", "--port", "0", "--data", str(tmp_path / "d"),
             *[word for pair in given.items() for word in pair]], cwd=tmp_path, capture_output=True, text=True,
             timeout=60)
        assert said.returncode == code and words in said.stderr, said
    for arguments in (["--tls-key", "own.key", "--lan"], ["--tls-certificate", "a", "--tls-key", "b"]):
        said = subprocess.run(
            [program(), "serve", "--no-scoring", "--data", str(tmp_path / "d"), *arguments], capture_output=True,
            text=True, timeout=60)
        assert said.returncode == 64, said


def test_an_occupied_port_is_reported_with_its_option(tmp_path):
    from game_server import program
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        for option in ("--lan-port", "--trust-port"):
            ports = {"--lan-port": "0", "--trust-port": "0", option: str(port)}
            said = subprocess.run(
                [program(), "serve", "--no-scoring", "--lan", "--port", "0", "--data", str(tmp_path / "d"),
                 *[word for pair in ports.items() for word in pair]], capture_output=True, text=True, timeout=60)
            assert said.returncode == 3 and re.search(f"{port}.*{option}", said.stderr), said
