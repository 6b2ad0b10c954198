// A picture from a file or the camera: checked by its bytes, and reduced in size for the upload.

/** The reason why a file cannot be used for a question; `kind` is the key of the message. */
export class PictureFault extends Error {
    constructor(kind) {
        super(`The picture cannot be taken: ${kind}.`);
        this.kind = kind;
    }
}

// Larger files are not photographs.
const mostBytesRead = 60_000_000;
// The longest side after a reduction in size: enough for a face of 600 pixels.
const longestSide = 2400;
const mostPixels = 16_000_000;
const shortestSide = 48;

const signatures = {
    "image/jpeg": [0xff, 0xd8, 0xff],
    "image/png": [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
};

/** The media type according to the first bytes of a file; null if it is not a JPEG or PNG. */
async function typeOf(file) {
    const bytes = new Uint8Array(await file.slice(0, 8).arrayBuffer());
    const found = Object.entries(signatures)
        .find(([, signature]) => signature.every((byte, place) => bytes[place] === byte));
    return found?.[0] ?? null;
}

/**
 * Reads a file as `{blob, bitmap, shrunk}`: the blob has at most `most` bytes, and the bitmap is
 * upright. `onShrink` is called before a picture is reduced. Throws `PictureFault`.
 */
export async function readPicture(file, most, onShrink) {
    const type = await typeOf(file);
    if (!type) throw new PictureFault("not_a_picture");
    if (file.size > mostBytesRead) throw new PictureFault("too_large");
    let bitmap;
    try {
        bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    } catch {
        throw new PictureFault("damaged_picture");
    }
    if (Math.min(bitmap.width, bitmap.height) < shortestSide) throw new PictureFault("too_small");
    if (file.size <= most && bitmap.width * bitmap.height <= mostPixels) {
        return { blob: new Blob([file], { type }), bitmap, shrunk: false };
    }
    onShrink();
    const blob = await shrunk(bitmap, most);
    bitmap.close();
    return { blob, bitmap: await createImageBitmap(blob), shrunk: true };
}

/** The picture as a JPEG with at most this many bytes. */
async function shrunk(bitmap, most) {
    let scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    for (let tries = 0; tries < 8; tries += 1) {
        const canvas = document.createElement("canvas");
        canvas.width = Math.max(1, Math.round(bitmap.width * scale));
        canvas.height = Math.max(1, Math.round(bitmap.height * scale));
        const context = canvas.getContext("2d");
        // Transparent parts become white, as on the server.
        context.fillStyle = "#fff";
        context.fillRect(0, 0, canvas.width, canvas.height);
        context.imageSmoothingQuality = "high";
        context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
        const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.88));
        if (blob && blob.size <= most) return blob;
        scale *= 0.75;
    }
    throw new PictureFault("too_large");
}
