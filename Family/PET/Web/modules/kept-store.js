// What the browser keeps between pages: one store in a database of its own, opened when it is first
// wanted.

/**
 * A store of IndexedDB: `run(mode, work)` gives what `work`, which is handed the store, asked for,
 * once all of it is done; throws where the browser keeps nothing (private windows of some).
 */
export function keptStore(database, store, key) {
    let opened;

    function open() {
        opened ??= new Promise((resolve, reject) => {
            const opening = indexedDB.open(database, 1);
            opening.onupgradeneeded = () => opening.result.createObjectStore(store, key);
            opening.onsuccess = () => resolve(opening.result);
            opening.onerror = () => reject(opening.error);
        });
        return opened;
    }

    return async function run(mode, work) {
        const transaction = (await open()).transaction(store, mode);
        const asked = work(transaction.objectStore(store));
        return new Promise((resolve, reject) => {
            transaction.oncomplete = () => resolve(asked.result);
            transaction.onerror = () => reject(transaction.error);
            transaction.onabort = () => reject(transaction.error);
        });
    };
}
