// Drives Firefox by its own protocol, Marionette: Playwright needs a Firefox of its own, which Debian does not have.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const firefoxPath = process.env.FIREFOX ?? ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find(existsSync);

const PREFERENCES = {
  "marionette.port": 0, // any that is free
  "webgl.force-enabled": true,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "app.update.enabled": false,
};

export class Firefox {
  /** Starts it, on a screen that nobody sees: without any screen it has no WebGL. */
  static async launch() {
    const firefox = new Firefox();
    const options = ["-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp"];
    firefox.screen = spawn("Xvfb", options, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
    const display = await new Promise((resolve, reject) => {
      firefox.screen.on("error", () => reject(new Error("there is no Xvfb: apt-get install xvfb")));
      firefox.screen.stdio[3].once("data", (number) => resolve(`:${number.toString().trim()}`));
    });
    firefox.profile = mkdtempSync(join(tmpdir(), "seamwalker-firefox-"));
    const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${value});\n`);
    writeFileSync(join(firefox.profile, "user.js"), lines.join(""));
    const env = { ...process.env, HOME: firefox.profile, DISPLAY: display };
    const own = ["--marionette", "--no-remote", "--profile", firefox.profile, "about:blank"];
    firefox.process = spawn(firefoxPath, own, { stdio: "ignore", env });
    const port = join(firefox.profile, "MarionetteActivePort");
    for (let i = 0; !existsSync(port) || !readFileSync(port, "utf8"); i++) {
      if (i === 300) throw new Error("Firefox does not open its port within 30 s");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await firefox.listen(Number(readFileSync(port, "utf8")));
    await firefox.send("WebDriver:NewSession", {});
    return firefox;
  }

  /** A message is its length, a colon and JSON: [0, number, command, parameters], answered by [1, number, error, result]. */
  async listen(port) {
    this.waiting = new Map();
    this.socket = connect(port, "127.0.0.1");
    let bytes = Buffer.alloc(0);
    await new Promise((resolve, reject) => {
      this.socket.on("error", reject);
      this.socket.on("data", (more) => {
        bytes = Buffer.concat([bytes, more]);
        for (let colon; (colon = bytes.indexOf(":")) > 0; ) {
          const end = colon + 1 + Number(bytes.subarray(0, colon));
          if (bytes.length < end) return;
          const message = JSON.parse(bytes.subarray(colon + 1, end));
          bytes = bytes.subarray(end);
          if (!Array.isArray(message)) resolve(); // its greeting
          else this.waiting.get(message[1])?.(message);
        }
      });
    });
  }

  send(command, parameters) {
    const number = this.waiting.size + 1;
    const text = JSON.stringify([0, number, command, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((resolve, reject) => {
      this.waiting.set(number, ([, , error, result]) => (error ? reject(new Error(error.message)) : resolve(result)));
    });
  }

  open = (url) => this.send("WebDriver:Navigate", { url });

  /** The value of an expression in the page. */
  async value(expression) {
    const script = `return (${expression});`;
    return (await this.send("WebDriver:ExecuteScript", { script, args: [], sandbox: null })).value;
  }

  async click(selector) {
    const found = await this.send("WebDriver:FindElement", { using: "css selector", value: selector });
    const [id] = Object.values(found.value);
    await this.send("WebDriver:ElementClick", { id });
  }

  /** Presses a key, or lets go of it: WebDriver's letter for it. */
  key = (type, value) => this.send("WebDriver:PerformActions", {
    actions: [{ type: "key", id: "keyboard", actions: [{ type, value }] }],
  });

  async screenshot(path) {
    const { value } = await this.send("WebDriver:TakeScreenshot", { full: false });
    writeFileSync(path, Buffer.from(value, "base64"));
  }

  async close() {
    this.socket?.destroy();
    const ended = new Promise((resolve) => this.process.on("exit", resolve));
    this.process.kill();
    await ended;
    this.screen.kill();
    rmSync(this.profile, { recursive: true, force: true });
  }
}
