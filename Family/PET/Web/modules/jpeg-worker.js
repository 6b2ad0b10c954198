// Writes pictures as JPEG files beside the page, so that the page has its time for itself: a page's own
// canvas writes them only when it has nothing else to do.

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
