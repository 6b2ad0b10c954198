"""The sounds of the places, made from noise and sines with numpy. Each function returns samples at RATE.

`python sounds.py FOLDER [NAME ...]` writes them as M4A for listening.
"""

import sys
from pathlib import Path

import numpy as np

from loudness import RATE, encode

SOUNDS = {}


def _sound(seed):
    def register(function):
        SOUNDS[function.__name__] = (seed, function)
        return function

    return register


def make(name):
    """The samples of a sound, the same on every call."""
    seed, function = SOUNDS[name]
    return function(np.random.default_rng(seed))


def _time(seconds):
    return np.arange(int(seconds * RATE)) / RATE


def noise(chance, seconds, low, high, slope=0.0):
    """Noise between two frequencies; `slope` is dB per octave."""
    count = int(seconds * RATE)
    spectrum = np.fft.rfft(chance.standard_normal(count))
    frequency = np.fft.rfftfreq(count, 1 / RATE)
    shape = 1 / (1 + (low / np.maximum(frequency, 1)) ** 6) / (1 + (frequency / high) ** 6)
    shape *= np.maximum(frequency / low, 0.05) ** (slope / 6.02)
    out = np.fft.irfft(spectrum * shape, count)
    return out / np.sqrt(np.mean(out**2))


def sway(chance, seconds, rate, depth):
    """A slow random change around 1."""
    points = max(2, int(seconds * rate) + 2)
    values = 1 + depth * chance.uniform(-1, 1, points)
    return np.interp(_time(seconds), np.linspace(0, seconds, points), values)


def tone(frequency, seconds, parts=(1.0,)):
    """A harmonic tone; `frequency` is a number or an array over time."""
    phase = 2 * np.pi * np.cumsum(np.broadcast_to(frequency, int(seconds * RATE))) / RATE
    return sum(part * np.sin((k + 1) * phase) for k, part in enumerate(parts))


def swell(samples, begin=0.5, end=0.6):
    """Fades in and out."""
    samples = samples.copy()
    first, last = int(begin * RATE), int(end * RATE)
    samples[:first] *= np.sin(np.linspace(0, np.pi / 2, first)) ** 2
    samples[-last:] *= np.cos(np.linspace(0, np.pi / 2, last)) ** 2
    return samples


def put(track, samples, at, gain=1.0):
    """Adds samples to a track, starting at the given second."""
    first = int(at * RATE)
    part = samples[: max(0, len(track) - first)]
    track[first : first + len(part)] += gain * part


def bell(frequency, seconds, partials=((1, 1.0), (2.0, 0.5), (3.0, 0.25), (4.2, 0.12)), decay=1.2):
    time = _time(seconds)
    return sum(
        gain * np.sin(2 * np.pi * frequency * ratio * time) * np.exp(-time * ratio**0.6 / decay)
        for ratio, gain in partials
    )


def bubble(chance, low=350, high=900):
    seconds = chance.uniform(0.05, 0.14)
    time = _time(seconds)
    start = chance.uniform(low, high)
    return np.sin(2 * np.pi * (start * time + start * 1.8 * time**2)) * np.sin(np.pi * time / seconds) ** 2


def hum(chance, seconds, frequency, parts, hiss, low=300, high=3000):
    """A motor: a harmonic tone with a little noise."""
    return tone(frequency * sway(chance, seconds, 4, 0.004), seconds, parts) + hiss * noise(
        chance, seconds, low, high, -3
    )


@_sound(1)
def telephone(chance):
    track = 0.02 * noise(chance, 6.0, 200, 2000)
    time = _time(1.1)
    ring = (np.sin(2 * np.pi * 620 * time) + 0.7 * np.sin(2 * np.pi * 780 * time)) * (
        0.7 + 0.3 * np.sin(2 * np.pi * 14 * time)
    )
    for at in (0.3, 3.0):
        put(track, swell(ring, 0.25, 0.3), at)
        put(track, swell(ring, 0.25, 0.3), at + 1.15)
    return swell(track, 0.3, 0.6)


@_sound(2)
def fish_tank(chance):
    track = 0.16 * noise(chance, 8.0, 150, 900, -4) + 0.05 * hum(chance, 8.0, 100, (1, 0.4, 0.2), 0.1)
    for _ in range(150):
        put(track, bubble(chance), chance.uniform(0.2, 7.7), chance.uniform(0.15, 0.5))
    return swell(track, 0.8, 1.0)


@_sound(3)
def water(chance):
    track = noise(chance, 7.0, 500, 6000, -2) * sway(chance, 7.0, 12, 0.25)
    for _ in range(120):
        put(track, bubble(chance, 500, 1500), chance.uniform(0.3, 6.5), chance.uniform(0.3, 1.0))
    return swell(track, 0.8, 0.9)


@_sound(4)
def switch(chance):
    track = 0.05 * noise(chance, 4.0, 200, 2500, -3)
    put(track, swell(tone(100, 3.4, (1, 0.5, 0.3, 0.2)), 0.3, 1.0), 0.5, 0.12)
    for at, gain in ((0.5, 1.0), (0.62, 0.6)):
        click = noise(chance, 0.09, 300, 2500, -2) * np.hanning(int(0.09 * RATE))
        put(track, click, at, 0.5 * gain)
    return swell(track, 0.3, 0.8)


@_sound(5)
def polisher(chance):
    seconds = 6.0
    speed = np.interp(_time(seconds), [0, 1.6, 4.4, 6.0], [150, 235, 235, 160])
    track = tone(speed * sway(chance, seconds, 6, 0.01), seconds, (1, 0.5, 0.3, 0.14, 0.08, 0.05))
    return swell(track + 0.25 * noise(chance, seconds, 900, 4000, -4), 1.2, 1.2)


@_sound(6)
def cup(chance):
    seconds = 5.0
    track = 0.5 * noise(chance, seconds, 700, 4000, -3) * sway(chance, seconds, 14, 0.3)
    for k in range(170):
        at = 0.2 + 4.4 * k / 170
        put(track, bubble(chance, 500 + 180 * at, 800 + 300 * at), at, chance.uniform(0.4, 1.1))
    return swell(track, 0.7, 0.7)


@_sound(7)
def chair_motor(chance):
    return swell(hum(chance, 5.0, 92, (1, 0.6, 0.35, 0.25, 0.15, 0.1), 0.25, 300, 1800), 1.0, 0.8)


@_sound(8)
def hair_dryer(chance):
    seconds = 7.0
    speed = np.interp(_time(seconds), [0, 1.8, 5.6, 7.0], [0.6, 1, 1, 0.7])
    air = noise(chance, seconds, 350, 5000, -3) * sway(chance, seconds, 8, 0.08)
    return swell(air * speed + 0.35 * tone(210 * speed, seconds, (1, 0.5, 0.3)), 1.6, 1.2)


@_sound(9)
def scissors(chance):
    track = 0.03 * noise(chance, 6.0, 300, 2500, -3)
    at = 0.5
    while at < 5.2:
        for shift, gain in ((0.0, 0.6), (0.16, 1.0)):
            snip = noise(chance, 0.16, 2200, 7000) * np.hanning(int(0.16 * RATE))
            put(track, snip, at + shift, 0.35 * gain)
        at += chance.uniform(0.55, 0.8)
    return swell(track, 0.4, 0.5)


@_sound(10)
def shower(chance):
    return swell(noise(chance, 7.0, 700, 7000, -2) * sway(chance, 7.0, 10, 0.12), 1.0, 1.0)


@_sound(11)
def doorbell(chance):
    track = 0.01 * noise(chance, 4.5, 200, 2000)
    put(track, swell(bell(659, 2.2), 0.12, 0.3), 0.4)
    put(track, swell(bell(523, 2.8), 0.12, 0.4), 1.3)
    return swell(track, 0.3, 0.6)


@_sound(12)
def clippers(chance):
    return swell(hum(chance, 6.0, 100, (1, 0.8, 0.5, 0.4, 0.3, 0.2, 0.12, 0.1), 0.15, 800, 4000), 1.2, 0.9)


@_sound(13)
def school_bell(chance):
    track = 0.01 * noise(chance, 7.0, 200, 2000)
    for at, pitch in ((0.3, 523), (1.3, 659), (2.3, 784), (3.3, 523)):
        put(track, swell(bell(pitch, 3.0, decay=1.0), 0.15, 0.5), at)
    return swell(track, 0.3, 0.8)


@_sound(14)
def chalk(chance):
    track = 0.04 * noise(chance, 6.0, 200, 2500, -3)
    at = 0.4
    while at < 5.4:
        length = chance.uniform(0.18, 0.45)
        stroke = noise(chance, length, 1400, 5000, -2) * np.hanning(int(length * RATE))
        put(track, stroke, at, chance.uniform(0.4, 0.8))
        at += length + chance.uniform(0.08, 0.3)
    return swell(track, 0.4, 0.5)


@_sound(15)
def birds(chance):
    track = 0.08 * noise(chance, 8.0, 200, 1500, -4)
    at = 0.4
    while at < 7.2:
        base = chance.uniform(2200, 3600)
        for k in range(chance.integers(2, 6)):
            seconds = chance.uniform(0.09, 0.18)
            time = _time(seconds)
            sweep = base * (1 + 0.12 * np.sin(2 * np.pi * time / seconds * chance.uniform(0.5, 1.2)))
            put(
                track, tone(sweep, seconds)[: len(time)] * np.hanning(len(time)), at + 0.2 * k, chance.uniform(0.2, 0.5)
            )
        at += chance.uniform(0.9, 1.6)
    return swell(track, 0.6, 0.8)


@_sound(16)
def footsteps(chance):
    track = 0.04 * noise(chance, 6.0, 150, 1500, -3)
    for k in range(10):
        step = noise(chance, 0.2, 90, 900, -5) * np.hanning(int(0.2 * RATE))
        put(track, step, 0.4 + 0.53 * k + chance.uniform(-0.02, 0.02), 0.9)
    return swell(track, 0.4, 0.5)


@_sound(17)
def checkout(chance):
    track = 0.15 * noise(chance, 6.0, 120, 900, -4)
    for at in (0.6, 1.9, 3.1, 4.5):
        put(track, swell(tone(980, 0.28, (1, 0.15)), 0.1, 0.12), at, 0.6)
    return swell(track, 0.5, 0.6)


@_sound(18)
def trolley(chance):
    track = 0.7 * noise(chance, 7.0, 90, 700, -3) * sway(chance, 7.0, 9, 0.3)
    for _ in range(90):
        rattle = bell(chance.uniform(900, 2600), 0.2, decay=0.05)
        put(track, rattle * np.hanning(len(rattle)), chance.uniform(0.3, 6.5), chance.uniform(0.05, 0.25))
    return swell(track, 0.9, 0.9)


@_sound(19)
def sliding_door(chance):
    seconds = 4.5
    speed = np.interp(_time(seconds), [0, 0.5, 1.5, 2.6, 3.6, 4.5], [0, 0.3, 1, 1, 0.3, 0])
    track = noise(chance, seconds, 200, 2200, -4) * speed + 0.3 * speed * tone(120 + 40 * speed, seconds, (1, 0.5, 0.2))
    return swell(track + 0.03 * noise(chance, seconds, 200, 1500, -3), 0.5, 0.6)


@_sound(20)
def fridge(chance):
    return swell(hum(chance, 7.0, 50, (0.5, 1, 0.4, 0.5, 0.2, 0.2), 0.35, 150, 1200), 1.0, 1.0)


@_sound(21)
def bus_engine(chance):
    seconds = 7.0
    speed = np.interp(_time(seconds), [0, 2.5, 5, 7], [1, 1.25, 1.25, 1])
    track = tone(38 * speed * sway(chance, seconds, 6, 0.02), seconds, (0.5, 1, 0.7, 0.6, 0.4, 0.3, 0.2, 0.15))
    return swell(track + 0.35 * noise(chance, seconds, 100, 900, -4), 1.3, 1.1)


@_sound(22)
def bus_doors(chance):
    track = 0.03 * noise(chance, 5.0, 150, 1500, -3)
    put(track, swell(noise(chance, 1.4, 700, 5000, -2), 0.5, 0.7), 0.4, 0.7)
    put(track, swell(noise(chance, 1.2, 120, 700, -3), 0.5, 0.5), 1.1, 0.8)
    put(track, swell(noise(chance, 1.0, 700, 4000, -3), 0.4, 0.5), 3.2, 0.5)
    return swell(track, 0.4, 0.6)


@_sound(23)
def stop_bell(chance):
    track = 0.05 * hum(chance, 4.0, 60, (1, 0.6, 0.4), 0.4, 100, 900)
    put(track, swell(bell(784, 2.4, decay=0.8), 0.15, 0.4), 0.6)
    return swell(track, 0.4, 0.6)


@_sound(24)
def clock_ticks(chance):
    track = 0.03 * noise(chance, 6.0, 150, 1500, -3)
    for k in range(10):
        tick = bell(1300 if k % 2 else 1150, 0.14, decay=0.03) * np.hanning(int(0.14 * RATE))
        put(track, tick, 0.4 + 0.55 * k, 0.6)
    return swell(track, 0.4, 0.5)


@_sound(25)
def paper(chance):
    track = 0.03 * noise(chance, 5.0, 200, 2500, -3)
    for k in range(7):
        length = chance.uniform(0.25, 0.6)
        rustle = noise(chance, length, 1200, 7000, -1) * np.hanning(int(length * RATE)) * sway(chance, length, 30, 0.4)
        put(track, rustle, 0.3 + 0.62 * k, chance.uniform(0.4, 0.8))
    return swell(track, 0.4, 0.5)


@_sound(26)
def knock(chance):
    track = 0.03 * noise(chance, 3.5, 150, 1500, -3)
    for k in range(3):
        blow = noise(chance, 0.2, 120, 700, -4) * np.hanning(int(0.2 * RATE))
        put(track, blow, 0.6 + 0.45 * k)
    return swell(track, 0.4, 0.5)


@_sound(27)
def conveyor(chance):
    track = hum(chance, 5.0, 74, (1, 0.5, 0.4, 0.2, 0.1), 0.3, 200, 1500) * sway(chance, 5.0, 5, 0.06)
    return swell(track, 1.0, 0.8)


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:] or SOUNDS:
        found = encode(make(name), folder / f"{name}.m4a")
        print(f"{name}: {found}")


if __name__ == "__main__":
    main()
