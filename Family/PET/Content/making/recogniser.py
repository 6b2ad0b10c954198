"""Speech recognition of a clip: word error by PocketSphinx with the English model of its package."""

import re
import subprocess

from pocketsphinx import Decoder

SHORT = 2


def words(text):
    return re.sub(r"[^a-z' ]", " ", text.lower().replace("’", "'")).split()


def distance(wanted, heard):
    """Number of insertions, deletions and replacements between two lists of words."""
    row = list(range(len(heard) + 1))
    for i, left in enumerate(wanted, 1):
        previous, row[0] = row[0], i
        for j, right in enumerate(heard, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (left != right))
    return row[-1]


class Recogniser:
    """Free recognition for sentences. Texts of one or two words are told apart among all such
    texts of the game: without context a free recogniser guesses."""

    def __init__(self, texts):
        self.free = Decoder(loglevel="FATAL", samprate=16000)
        short = sorted({" ".join(words(text)) for text in texts if len(words(text)) <= SHORT})
        short = [text for text in short
                 if text and all(self.free.lookup_word(word) for word in text.split())]
        self.short = None
        self.known = set(short)
        if short:
            self.short = Decoder(lm=None, loglevel="FATAL", samprate=16000)
            grammar = "#JSGF V1.0;\ngrammar short;\npublic <short> = " + " | ".join(short) + ";\n"
            self.short.add_jsgf_string("short", grammar)
            self.short.activate_search("short")

    def word_error(self, text, path):
        """Word error (0 is perfect), what was heard, and which way: `sentence` or `word`."""
        raw = subprocess.run(
            ["ffmpeg", "-hide_banner", "-loglevel", "error", "-i", str(path), "-af",
             "adelay=200,apad=pad_dur=0.3", "-ar", "16000", "-ac", "1", "-f", "s16le", "-"],
            capture_output=True, check=True).stdout
        wanted = words(text)
        closed = " ".join(wanted) in self.known
        decoder = self.short if closed else self.free
        decoder.start_utt()
        decoder.process_raw(raw, full_utt=True)
        decoder.end_utt()
        hypothesis = decoder.hyp()
        heard = words(hypothesis.hypstr) if hypothesis else []
        same = wanted == heard or self.same_sound(wanted, heard)
        return (0.0 if same else distance(wanted, heard) / max(1, len(wanted)), " ".join(heard),
                "word" if closed else "sentence")

    def same_sound(self, one, other):
        """Whether two lists of words sound the same."""
        return self.sounds(one) == self.sounds(other)

    def sounds(self, listed):
        """The phones of the words in one row, so that "calm" and "com", "face is" and "faces" are
        the same: which of two words that sound alike was meant is no matter of the voice."""
        row = " ".join(self.free.lookup_word(word) or f"?{word}" for word in listed)
        return row.replace("IH", "AH")  # both are the short vowel of "is" and "-es"
