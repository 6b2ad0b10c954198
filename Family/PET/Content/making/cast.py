"""The people of levels 3 and 4: body, skin, hair, colors. A stable id each.

`probe`: seen only in questions that are kept apart, so that a learner meets them for the first time.
Colors are linear RGB. `word` is what the texts call the person.
"""

F2 = "young_caucasian_female2/young_lightskinned_female_diffuse2.jpg"
F3 = "young_asian_female/young_lightskinned_female_diffuse3.jpg"
FM = "middleage_asian_female/middleage_lightskinned_female_diffuse2.jpg"
M1 = "young_caucasian_male/young_lightskinned_male_diffuse.jpg"
M2 = "young_caucasian_male2/young_lightskinned_male_diffuse2.jpg"
M3 = "young_asian_male/young_lightskinned_male_diffuse3.jpg"
MM1 = "middleage_caucasian_male/middleage_lightskinned_male_diffuse.jpg"
MM2 = "middleage_asian_male/middleage_lightskinned_male_diffuse2.jpg"
D1 = "young_african_male/young_darkskinned_male_diffuse.jpg"
DM = "middleage_african_male/middleage_darkskinned_male_diffuse.jpg"
DO = "old_african_male/old_darkskinned_male_diffuse.jpg"

BLACK, DARK, BROWN = (0.012, 0.01, 0.01), (0.045, 0.025, 0.015), (0.12, 0.055, 0.025)
RED, BLOND, GRAY, WHITE = (0.3, 0.08, 0.025), (0.5, 0.3, 0.12), (0.3, 0.3, 0.31), (0.62, 0.62, 0.62)

SKY, SAND, MINT, ROSE, LILAC = ((0.55, 0.72, 0.85), (0.85, 0.74, 0.55), (0.6, 0.8, 0.68),
                                (0.88, 0.66, 0.62), (0.7, 0.66, 0.85))


def _person(word, sex, age, origin, skin, hair, hair_color, eyes, shirt, wall, probe=False,
            brows="eyebrow001", shapes=None, weight=0.0, **more):
    return {"word": word, "probe": probe,
            "body": {"sex": sex, "age": age, "origins": origin, "weight": weight,
                     "shapes": shapes or {}},
            "skin": skin, "hair": hair, "hair_color": hair_color, "eyes": eyes, "shirt": shirt,
            "wall": wall, "eyebrows": brows, "eyelashes": "eyelashes01" if sex < 0.5 and age > 1.5 else None,
            "frame": 1.14 if hair == "short02" else 1.0,
            "exposure": 0.55 if skin in (D1, DM, DO) else 0.1, "teeth": "teeth_base", "tongue": "tongue01", **more}


EU, AF, AS = {"caucasian": 1}, {"african": 1}, {"asian": 1}

PEOPLE = {
    "lena": _person("woman", 0, 2.0, EU, F2, "long01", BROWN, "green", (0.1, 0.3, 0.45), SAND),
    "amara": _person("woman", 0, 2.0, AF, D1, "afro01", BLACK, "brown", (0.75, 0.45, 0.06), SKY,
                     frame=1.12),
    "mei": _person("woman", 0, 2.1, AS, F3, "long01", BLACK, "brown", (0.5, 0.1, 0.15), MINT),
    "omar": _person("man", 1, 2.0, AF, D1, "short01", BLACK, "brown", (0.1, 0.4, 0.3), SAND,
                    brows="eyebrow008"),
    "kenji": _person("man", 1, 2.1, AS, M3, "short02", BLACK, "brown", (0.2, 0.2, 0.4), ROSE,
                     brows="eyebrow008"),
    "ines": _person("girl", 0, 0.85, EU, F2, "ponytail01", RED, "bluegreen", (0.1, 0.4, 0.3),
                    LILAC),
    "sam": _person("boy", 0.9, 0.85, EU, M1, "short02", BROWN, "blue", (0.6, 0.12, 0.08), SKY,
                   brows="eyebrow001"),
    "nia": _person("girl", 0, 0.85, AF, D1, "afro01", BLACK, "brown", (0.6, 0.3, 0.5), MINT,
                   frame=1.12),
    "jun": _person("boy", 0.9, 0.9, AS, M3, "short04", BLACK, "brown", (0.75, 0.55, 0.1), SKY,
                   brows="eyebrow001"),
    "baby": _person("baby", 0.3, 0.2, EU, F2, None, BLOND, "deepblue", (0.75, 0.65, 0.25), MINT,
                    brows="eyebrow001", neck=1.12, teeth=None),
    "rosa": _person("grandma", 0, 2.9, EU, FM, "long01", WHITE, "grey", (0.35, 0.2, 0.45), SAND),
    "abel": _person("grandpa", 1, 2.9, AF, DO, "short04", GRAY, "brown", (0.15, 0.3, 0.5), MINT,
                    brows="eyebrow009"),
    "karl": _person("grandpa", 1, 2.9, EU, MM1, "short01", WHITE, "blue", (0.3, 0.35, 0.2), SKY,
                    brows="eyebrow009"),
    "paul": _person("man", 1, 2.4, EU, MM2, "short01", DARK, "brownlight", (0.1, 0.1, 0.3), LILAC,
                    brows="eyebrow008"),
    "yuki": _person("woman", 0, 2.5, AS, FM, "ponytail01", BLACK, "brown", (0.2, 0.45, 0.45), ROSE,
                    probe=True),
    "tom": _person("man", 1, 2.0, EU, M2, "short02", BLOND, "lightblue", (0.45, 0.15, 0.1), MINT,
                   brows="eyebrow001", probe=True),
    "moses": _person("man", 1, 2.5, AF, DM, "short04", BLACK, "brown", (0.6, 0.45, 0.1), LILAC,
                     brows="eyebrow008", probe=True, weight=0.4),
    "lily": _person("girl", 0, 0.9, AS, F3, "long01", DARK, "brown", (0.65, 0.2, 0.2), SAND,
                    probe=True),
    "kofi": _person("boy", 0.9, 0.85, AF, D1, "short02", BLACK, "brown", (0.1, 0.35, 0.6), ROSE,
                    brows="eyebrow001", probe=True),
    "mia": _person("girl", 0.1, 0.8, EU, F3, "ponytail01", BLOND, "blue", (0.2, 0.4, 0.6), ROSE,
                   probe=True),
}
