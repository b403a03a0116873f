// Keeps the page's files, so that the game starts without a network. web/build writes the version and the list of files.
//
// All files of a version are kept together: the page never gets some of one version and some of another. A new version is fetched
// in the background and waits until no page uses the old one, or until the player asks for it.
"use strict";

const VERSION = "@VERSION@";
const FILES = "@FILES@".split(" ");
const PAGE = new URL("index.html", registration.scope).href;
/** Other folders of the same site may hold other copies of the game: each has its own caches. */
const OWN = `seamwalker ${registration.scope} `;
const NAME = OWN + VERSION;

/** Fetches a file. Those with a version in their name come out of the browser's cache, where the page has put them. */
async function fetched(url) {
  const cache = url.includes("?") ? "force-cache" : "no-cache";
  const answer = await fetch(url, { cache });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
  // A page must not be answered with the result of a redirection.
  return answer.redirected ? new Response(answer.body, { headers: answer.headers }) : answer;
}

async function install() {
  const page = await fetched(PAGE);
  // The server may have got another version since: then that one is installed the next time.
  if (!(await page.clone().text()).includes(VERSION)) throw new Error(`index.html is not of the version ${VERSION}`);
  const cache = await caches.open(NAME);
  await cache.put(PAGE, page);
  await Promise.all(FILES.map(async (file) => {
    const url = new URL(file, registration.scope).href;
    await cache.put(url, await fetched(url));
  }));
}

async function removeOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OWN) && name !== NAME).map((name) => caches.delete(name)));
}

async function answered(request) {
  const cache = await caches.open(NAME);
  const { origin, pathname } = new URL(request.url);
  // Pages, the game's and the article's, are kept without what the address adds.
  const page = origin + pathname.replace(/\/$/, "/index.html");
  return (await cache.match(request.mode === "navigate" ? page : request, { ignoreVary: true })) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(removeOld()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answered(event.request));
});
// The player wants the new version.
addEventListener("message", (event) => event.data === "take over" && skipWaiting());
