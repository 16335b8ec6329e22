// Registers the service worker, which keeps the page for when there is no network.

/**
 * @param {(use: () => void) => void} offer called with what changes to a new version, when it is ready
 */
export function registerServiceWorker(offer) {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  serviceWorker.register("service-worker.js").then(
    (registration) => {
      if (!registration) return; // tests keep the browser from registering one
      if (registration.waiting) offerVersion(registration.waiting);
      registration.addEventListener("updatefound", () => {
        const worker = registration.installing;
        worker?.addEventListener("statechange", () => {
          // Without a version before this one there is nothing to change from.
          if (worker.state === "installed" && registration.active) offerVersion(worker);
        });
      });
    },
    () => undefined, // no place for one, say in a private window: the page works, only not offline
  );

  /** @param {ServiceWorker} worker */
  function offerVersion(worker) {
    offer(() => {
      serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      worker.postMessage({ kind: "use-new-version" });
    });
  }
}
