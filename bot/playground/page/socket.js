/**
 * The socket of one person: JSON frames both ways, reconnecting by itself, and answers found by their nonce.
 */

import { pageAddress, tokenIn } from "./address.js";

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;

export class PageSocket {
  /**
   * `onFrame(frame)` gets every frame that answers no request of ours; `onStatus(text)` gets "connecting",
   * "open" or "waiting" as they come. `texts` word what is told to handlers.
   */
  constructor({ token, user, texts, onFrame, onStatus }) {
    Object.assign(this, { token, user, texts, onFrame, onStatus });
    this.requests = new Map();
    // Interactions that began here: a second window of the same person hears of them too.
    this.started = new Set();
    this.failures = 0;
    this.nonce = 0;
    this.closed = false;
    this.wake = () => this.retryNow();
    window.addEventListener("online", this.wake);
    this.connect();
  }

  /** Open the socket; what is under way is dropped. */
  connect() {
    clearTimeout(this.timer);
    this.onStatus(this.failures ? "waiting" : "connecting");
    const socket = new WebSocket(pageAddress("/page/socket", { token: this.token, user: this.user }));
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.failures = 0;
      this.onStatus("open");
    });
    socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      if (socket === this.socket) this.lost();
    });
  }

  /** Wait a little longer after each failure, at most LONGEST_WAIT_MS, and try again. */
  lost() {
    if (this.closed) return;
    const words = this.texts.gettext("The connection was lost.");
    for (const handlers of this.requests.values()) handlers.refused?.(words);
    this.requests.clear();
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures) * (0.75 + Math.random() / 2);
    this.failures += 1;
    this.onStatus("waiting");
    this.timer = setTimeout(() => this.retry(), wait);
  }

  /** A server that was started again has another token; only a fresh page knows it. */
  async retry() {
    if (this.failures > 1) {
      const token = await fetch("/", { cache: "no-store" })
        .then((answer) => answer.text())
        .then(tokenIn, () => null);
      if (token && token !== this.token) return location.reload();
    }
    if (!this.closed) this.connect();
    return undefined;
  }

  /** The network is back: do not sit out the rest of the wait. */
  retryNow() {
    if (!this.closed && this.socket.readyState === WebSocket.CLOSED) this.connect();
  }

  /** Hand a frame to the request it answers, else to the owner. */
  receive(frame) {
    const handlers = frame.nonce ? this.requests.get(frame.nonce) : null;
    if (frame.op === "interaction") {
      if (handlers) this.started.add(frame.id);
      handlers?.[frame.state]?.(frame);
      if (frame.state !== "thinking") this.requests.delete(frame.nonce);
    } else if (frame.op === "autocomplete") {
      handlers?.choices?.(frame.choices);
      this.requests.delete(frame.nonce);
    } else if (frame.op === "error" && handlers?.refused) {
      handlers.refused(frame.message);
      this.requests.delete(frame.nonce);
    } else {
      this.onFrame(frame);
    }
  }

  /**
   * Send a frame. `handlers` may have `answered`, `failed` (of an interaction), `choices(list)`
   * (of an autocomplete) and `refused(message)`. False when there is no connection; then nothing was sent.
   */
  send(frame, handlers = {}) {
    if (this.socket.readyState !== WebSocket.OPEN) {
      handlers.refused?.(this.texts.gettext("Not connected to the playground."));
      return false;
    }
    this.nonce += 1;
    const nonce = `${this.user}-${Date.now().toString(36)}-${this.nonce}`;
    this.requests.set(nonce, handlers);
    this.socket.send(JSON.stringify({ ...frame, nonce }));
    return true;
  }

  /** Close for good. */
  close() {
    this.closed = true;
    clearTimeout(this.timer);
    window.removeEventListener("online", this.wake);
    this.socket.close();
  }
}
