// Encodes pictures as JPEG files outside the page's thread. A page's own canvas encodes only when
// the page is idle.

let canvas = null;

self.onmessage = async ({ data: { number, picture, quality } }) => {
    try {
        const { width, height } = picture;
        if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height);
        canvas.getContext("2d", { willReadFrequently: true }).drawImage(picture, 0, 0);
        picture.close();
        self.postMessage({ number, file: await canvas.convertToBlob({ type: "image/jpeg", quality }) });
    } catch {
        self.postMessage({ number, file: null });
    }
};
