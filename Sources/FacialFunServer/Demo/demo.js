// Scores the browser's camera with the service that serves this page, one frame after the other.

/** Width of the sent frames in pixels. */
const SENT_WIDTH = 640;
/** Milliseconds until a retry after a failed request. */
const RETRY_MS = 1000;

const COLORS = {
  neutral: "#bebebe",
  happiness: "#ffd140",
  surprise: "#ff8c28",
  sadness: "#5a96ff",
  anger: "#f0463c",
  disgust: "#6ebe50",
  fear: "#af6eeb",
  contempt: "#46bebe",
};
const OWN_CLASS = "#5ad1ff";
const UNJUDGED = "#9a9aa4";

const element = (id) => document.getElementById(id);
const [video, overlay, frame] = [element("video"), element("overlay"), element("frame")];
const [statusLine, title, list, speed, button] = ["status", "title", "scores", "speed", "start"].map(element);
const sent = document.createElement("canvas");

/** The current run: a new object each time, so that responses to an old one are recognized. */
let run = null;

/** The scores to show for a face: those of the model's own classes, or of the emotions if it has
 * none. */
function shownScores(face) {
  const classes = face.classes?.scores;
  return Object.entries(classes ?? face.scores);
}

function topScore(face) {
  return shownScores(face).reduce((best, entry) => entry[1] > best[1] ? entry : best);
}

function label(face) {
  if (!face.judgeable) return `not judged: ${(face.reasons[0] ?? "").replaceAll("_", " ")}`;
  const [name, score] = topScore(face);
  return `${name} ${score.toFixed(2)}`;
}

function color(face) {
  return face.judgeable ? COLORS[topScore(face)[0]] ?? OWN_CLASS : UNJUDGED;
}

/** Draws the faces of a report over the mirrored video. */
function draw(report) {
  const { width, height } = report.image;
  overlay.width = width;
  overlay.height = height;
  const context = overlay.getContext("2d");
  // Pixels of the overlay per screen pixel, so that text stays readable.
  const pixel = width / Math.max(1, overlay.clientWidth);
  const line = Math.max(2 * pixel, width / 250);
  const textSize = Math.max(15 * pixel, width / 32);
  context.lineWidth = line;
  context.font = `600 ${textSize}px system-ui, sans-serif`;
  for (const face of report.faces) {
    const box = { ...face.box, x: width - face.box.x - face.box.width };
    context.strokeStyle = context.fillStyle = color(face);
    if (!face.judgeable) hatch(context, box, line);
    context.strokeRect(box.x, box.y, box.width, box.height);
    const text = label(face);
    const textWidth = context.measureText(text).width + textSize;
    const x = Math.max(0, Math.min(box.x, width - textWidth));
    const above = box.y - textSize * 1.6;
    const y = above >= 0 ? above : Math.min(box.y + box.height, height - textSize * 1.6);
    context.fillStyle = "#18181c";
    context.fillRect(x, y, textWidth, textSize * 1.6);
    context.fillStyle = color(face);
    context.fillText(text, x + textSize / 2, y + textSize * 1.15);
  }
}

function hatch(context, box, line) {
  context.save();
  context.beginPath();
  context.rect(box.x, box.y, box.width, box.height);
  context.clip();
  context.beginPath();
  for (let x = box.x; x < box.x + box.width + box.height; x += line * 6) {
    context.moveTo(x, box.y);
    context.lineTo(x - box.height, box.y + box.height);
  }
  context.stroke();
  context.restore();
}

/** Shows the scores of the largest face as numbers. */
function listScores(face) {
  title.textContent = face ? label(face) : "No face in the picture";
  const entries = face?.judgeable ? shownScores(face) : [];
  while (list.children.length > entries.length) list.lastChild.remove();
  entries.forEach(([name, score], place) => {
    let row = list.children[place];
    if (!row) {
      row = document.createElement("li");
      row.append(document.createElement("span"), document.createElement("meter"), document.createElement("span"));
      row.lastChild.className = "value";
      list.append(row);
    }
    const [nameCell, meter, value] = row.children;
    nameCell.textContent = name;
    meter.value = score;
    meter.setAttribute("aria-label", name);
    value.textContent = score.toFixed(2);
  });
}

function show(report, milliseconds) {
  draw(report);
  listScores(report.faces[0]);
  const faces = report.faces.length === 1 ? "1 face" : `${report.faces.length} faces`;
  speed.textContent = `${faces}, ${Math.round(milliseconds)} ms per frame`;
}

function nextFrame() {
  const width = Math.min(SENT_WIDTH, video.videoWidth);
  sent.width = width;
  sent.height = Math.round(video.videoHeight * width / video.videoWidth);
  sent.getContext("2d").drawImage(video, 0, 0, sent.width, sent.height);
  return new Promise((resolve, reject) => {
    const take = (blob) => blob ? resolve(blob) : reject(new Error("the browser cannot encode JPEG"));
    sent.toBlob(take, "image/jpeg", 0.9);
  });
}

async function score(picture) {
  const answer = await fetch("/v1/score", {
    method: "POST",
    headers: { "Content-Type": "image/jpeg", "Deadline-Ms": "5000" },
    body: picture,
  });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.detail ?? body.title ?? `status ${answer.status}`);
  return body;
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function work(current) {
  while (run === current) {
    if (video.videoWidth === 0 || document.hidden) {
      await pause(100);
      continue;
    }
    try {
      const begin = performance.now();
      const report = await score(await nextFrame());
      if (run !== current) return;
      show(report, performance.now() - begin);
      statusLine.textContent = "Live. Scored on this computer.";
    } catch (error) {
      if (run !== current) return;
      statusLine.textContent = error instanceof TypeError
        ? "The service does not respond. Is facialfun still running? Trying again."
        : `The service could not score a frame: ${error.message} Trying again.`;
      await pause(RETRY_MS);
    }
    await new Promise(requestAnimationFrame);
  }
}

function cameraProblem(error) {
  switch (error.name) {
    case "NotAllowedError":
      return "The camera is not allowed. Allow it in the browser's address bar, then press Start.";
    case "NotFoundError":
    case "OverconstrainedError":
      return "No camera was found. Connect one, then press Start.";
    case "NotReadableError":
      return "Another program uses the camera. Close it, then press Start.";
    default:
      return `The camera cannot be opened: ${error.message}`;
  }
}

function stop(text) {
  run = null;
  for (const track of video.srcObject?.getTracks() ?? []) track.stop();
  video.srcObject = null;
  overlay.getContext("2d").clearRect(0, 0, overlay.width, overlay.height);
  list.replaceChildren();
  title.textContent = "No face yet";
  speed.textContent = "";
  button.textContent = "Start";
  statusLine.textContent = text;
}

async function start() {
  const current = run = {};
  button.textContent = "Stop";
  statusLine.textContent = "Opening the camera.";
  try {
    if (!navigator.mediaDevices) {
      return stop("The camera works only at http://127.0.0.1 or http://localhost. Open the page there.");
    }
    const stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "user", width: { ideal: 1280 }, height: { ideal: 720 } },
      audio: false,
    });
    if (run !== current) return stream.getTracks().forEach((track) => track.stop());
    stream.getVideoTracks()[0].addEventListener("ended", () => {
      if (run === current) stop("The camera was disconnected. Connect it, then press Start.");
    });
    video.srcObject = stream;
  } catch (error) {
    return stop(cameraProblem(error));
  }
  work(current);
}

video.addEventListener("loadedmetadata", () => {
  frame.style.aspectRatio = `${video.videoWidth} / ${video.videoHeight}`;
});
button.addEventListener("click", () => run ? stop("Stopped. Press Start to continue.") : start());
