// Takes the pictures of the manifest again, out of web/dist: `node web/retake.mjs`. Needs chromium, pngquant and `npm ci`.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = fileURLToPath(new URL(".", import.meta.url));
const SITE = "http://localhost:1/";
const PICTURES = {
  wide: { viewport: { width: 1280, height: 720 } },
  narrow: { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
};

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
for (const [name, options] of Object.entries(PICTURES)) {
  const page = await browser.newPage({ ...options, serviceWorkers: "block" });
  await page.route(`${SITE}**`, (route) => {
    const path = new URL(route.request().url()).pathname.slice(1) || "index.html";
    return route.fulfill({ path: join(here, "dist", path) });
  });
  await page.goto(`${SITE}?map=first_stitch&start=1&state=1`);
  // Into the first jump. The full-screen button has faded by then.
  await page.waitForFunction(() => window.seamwalker.state.vy === 0, null, { timeout: 30000 });
  await page.waitForTimeout(4000);
  const far = () => page.waitForFunction(() => window.seamwalker.state.x > 150);
  if (options.hasTouch) {
    // Fingers have their controls below the picture: the first target is the stick, the second the jump.
    const middles = await page.evaluate(() => window.seamwalker.state.targets.split(";").map((one) => {
      const [x, y, width, height] = one.split(",").map(Number);
      return { x: x + width / 2, y: y + height / 2 };
    }));
    const cdp = await page.context().newCDPSession(page);
    const touch = (type, ...touchPoints) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
    const [stick, jump] = [{ ...middles[0], id: 1 }, { ...middles[1], id: 2 }];
    const pushed = { ...stick, x: stick.x + 40 };
    await touch("touchStart", stick);
    await touch("touchMove", pushed);
    await far();
    await touch("touchStart", pushed, jump);
  } else {
    await page.keyboard.down("ArrowRight");
    await far();
    await page.keyboard.down("Space");
  }
  await page.waitForFunction(() => window.seamwalker.state.vy < 0);
  const file = join(here, `${name}.png`);
  await page.screenshot({ path: file });
  execFileSync("pngquant", ["--force", "--strip", "--speed", "1", "--nofs", "--output", file, "64", file]);
  await page.close();
}
await browser.close();
