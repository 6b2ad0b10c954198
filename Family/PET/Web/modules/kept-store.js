// Data that the browser stores between pages: one store in a separate database, opened on first
// use.

/**
 * A store of IndexedDB. `run(mode, work)` passes the store to `work` and resolves with the
 * result of the request that `work` returns, once the transaction is complete. It throws if the
 * browser stores nothing, as in some private windows.
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
