import { assert, assertAlmostEquals, assertEquals } from "./assert.js";
import {
  bearing,
  distance,
  distanceText,
  HeadingFilter,
  headingOf,
  instruction,
  isVague,
  normalized,
  parsePosition,
  turn,
} from "../../Web/modules/way.js";

const berlin = { lat: 52.5163, lon: 13.3777 };
const paris = { lat: 48.8584, lon: 2.2945 };

Deno.test("distance: Berlin to Paris is 878 km, either way", () => {
  assertAlmostEquals(distance(berlin, paris), 879_700, 3_000);
  assertAlmostEquals(distance(berlin, paris), distance(paris, berlin), 1e-6);
  assertEquals(distance(berlin, berlin), 0);
});

Deno.test("distance: one degree on the equator is 111.195 km; antipodes are half the circumference", () => {
  assertAlmostEquals(distance({ lat: 0, lon: 0 }, { lat: 0, lon: 1 }), 111_195, 1);
  assertAlmostEquals(distance({ lat: 0, lon: 0 }, { lat: 0, lon: 180 }), 20_015_115, 10);
});

Deno.test("distance and bearing: cross the date line the short way", () => {
  const [west, east] = [{ lat: 0, lon: 179.9 }, { lat: 0, lon: -179.9 }];
  assertAlmostEquals(distance(west, east), 22_239, 1);
  assertAlmostEquals(bearing(west, east), 90, 1e-6);
});

Deno.test("bearing: the four directions", () => {
  const here = { lat: 10, lon: 10 };
  assertAlmostEquals(bearing(here, { lat: 11, lon: 10 }), 0, 1e-9);
  assertAlmostEquals(bearing(here, { lat: 9, lon: 10 }), 180, 1e-9);
  assertAlmostEquals(bearing(here, { lat: 10, lon: 10.001 }), 90, 0.01);
  assertAlmostEquals(bearing(here, { lat: 10, lon: 9.999 }), 270, 0.01);
});

Deno.test("turn: right is positive, and never more than half a circle", () => {
  assertEquals(turn(10, 350), 20);
  assertEquals(turn(350, 10), -20);
  assertEquals(turn(180, 0), 180);
  for (let heading = 0; heading < 720; heading += 7) assert(Math.abs(turn(123, heading)) <= 180);
  assertEquals(normalized(-90), 270);
});

Deno.test("instruction: near, ahead, left, right, back", () => {
  assertEquals(instruction(90, 10), "near");
  assertEquals(instruction(-20, 500), "ahead");
  assertEquals(instruction(-90, 500), "left");
  assertEquals(instruction(90, 500), "right");
  assertEquals(instruction(-170, 500), "back");
});

Deno.test("headingOf: reads iOS compass and absolute alpha, corrects the screen's rotation", () => {
  assertEquals(headingOf({ webkitCompassHeading: 80 }, 0), 80);
  assertEquals(headingOf({ absolute: true, alpha: 90 }, 0), 270);
  assertEquals(headingOf({ absolute: true, alpha: 90 }, 90), 0);
  assertEquals(headingOf({ absolute: false, alpha: 90 }, 0), null);
  assertEquals(headingOf({ absolute: true, alpha: null }, 0), null);
  assertEquals(headingOf({ webkitCompassHeading: -1, alpha: 5 }, 0), null);
});

Deno.test("HeadingFilter: averages across north and follows a turn", () => {
  const filter = new HeadingFilter(0.5);
  filter.add(350);
  const smoothed = filter.add(10);
  assert(smoothed < 1e-9 || smoothed > 359.999);
  for (let i = 0; i < 40; i++) filter.add(120);
  assertAlmostEquals(filter.add(120), 120, 0.01);
});

Deno.test("distanceText: rounds to GPS precision, in the language of the app", () => {
  assertEquals(distanceText(3, "metric", "en"), "5 meters");
  assertEquals(distanceText(342, "metric", "en"), "340 meters");
  assertEquals(distanceText(1234, "metric", "en"), "1.2 kilometers");
  assertEquals(distanceText(30, "us", "en"), "100 feet");
  assertEquals(distanceText(1609.344 * 2.5, "us", "en"), "2.5 miles");
  assertEquals(distanceText(1234, "metric", "es"), "1,2 kilómetros");
});

Deno.test("parsePosition: accepts the notations of maps only", () => {
  assertEquals(parsePosition("52.5163, 13.3777"), berlin);
  assertEquals(parsePosition(" -33.9 ; 151 "), { lat: -33.9, lon: 151 });
  for (const text of ["", "12 Garden Street", "91, 0", "0, 181", "52,5163, 13,3777", "1e3, 2", "52.5"]) {
    assertEquals(parsePosition(text), null, text);
  }
});

Deno.test("isVague: an uncertainty of more than half the distance, and of more than 50 m", () => {
  assertEquals(isVague(2000, 20), true);
  assertEquals(isVague(51, 20), true);
  assertEquals(isVague(50, 20), false);
  assertEquals(isVague(499, 1000), false);
  assertEquals(isVague(501, 1000), true);
});
