import { frameElementId, framePath } from '../contract/frame.ts'
import type { FrameArea } from '../contract/frameScreens.ts'
import type { Clock } from '../engine/base/clock.ts'
import type { Random } from '../engine/base/random.ts'
import { createFrameChannel } from './createFrameChannel.ts'
import type { FrameChannel, FrameEdges } from './frame.ts'

/** The wallet frame of one widget: its channel, and where it is seen. */
export interface Frame extends FrameChannel {
  /** The screen that the frame draws now, and its height in CSS pixels; `AREA` reports each change. */
  readonly area: FrameArea
  /** Shows the frame over the card from `start`, `size` CSS pixels high; null hides it. */
  show(area: { readonly start: number; readonly size: number } | null): void
  /** Moves the keyboard's focus into the frame. */
  focus(): void
  /** Loads it anew. @throws LatchkeyError as `whenReady` does. */
  reload(): Promise<void>
  destroy(): void
}

export interface FrameOptions {
  /** `endpoints.frame`: the wallet's origin. */
  readonly endpoint: string
  readonly projectId: string
  /**
   * The stage, with the parent of the iframe. It is never moved there, for a moved one loads anew (DECISIONS T10). The stage's
   * own style decides where it is seen.
   */
  readonly stage: {
    readonly frame: HTMLElement
    showFrame(area: { readonly start: number; readonly size: number } | null): void
  }
  readonly clock: Clock
  readonly random: Random
  /** The frame's name for assistive technology. */
  readonly title: string
  /** Called when the frame loads anew: requests made in the call are the first that it gets. */
  readonly reloading?: () => void
}

/** The frame's permissions in the page: to create and read passkeys, and to write to the clipboard (T17). */
const allowed = ['publickey-credentials-get', 'publickey-credentials-create', 'clipboard-write']
/** It neither moves the page nor downloads (T14); its own pages set the same for themselves. */
const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'

/** Of a frame that draws nothing. */
const nothing: FrameArea = { screen: null, size: 0 }

/** Loads the wallet frame, unseen. @throws TypeError when the endpoint is no URL. */
export function openFrame(options: FrameOptions): Frame {
  const { endpoint, projectId, stage, clock, random, title } = options
  const url = new URL(framePath, endpoint)
  url.searchParams.set('projectId', projectId)
  const { origin } = url
  const document = stage.frame.ownerDocument
  const iframe = document.createElement('iframe')
  iframe.id = frameElementId
  iframe.title = title
  iframe.allow = allowed.map(name => `${name} ${origin}`).join('; ')
  iframe.setAttribute('sandbox', sandbox)
  iframe.referrerPolicy = 'origin'
  Object.assign(iframe.style, {
    position: 'fixed',
    inset: '0',
    inlineSize: '100%',
    blockSize: '100%',
    zIndex: '2147483647',
    border: '0',
    visibility: 'hidden',
  })

  const channel = createFrameChannel({
    origin,
    projectId,
    edges: pageEdges(iframe),
    clock,
    uuid: () => random.id().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  })
  const life = new AbortController()
  let area = nothing
  channel.on('AREA', next => {
    area = next
  })
  iframe.addEventListener('load', () => channel.loaded(), { signal: life.signal })
  iframe.src = url.href
  stage.frame.append(iframe)

  /** A page that removes the element emits no event, and the wallet in it no longer answers (F29). */
  const lookAt = () => {
    if (!iframe.isConnected) channel.lost()
    return channel
  }

  return {
    get state() {
      return lookAt().state
    },
    get dropped() {
      return channel.dropped
    },
    get area() {
      return area
    },
    whenReady: () => lookAt().whenReady(),
    can: channel.can,
    request: (...asked) => lookAt().request(...asked),
    on: channel.on,
    show(area) {
      iframe.style.visibility = area ? 'visible' : 'hidden'
      stage.showFrame(area)
    },
    focus: () => iframe.focus(),
    async reload() {
      area = nothing
      channel.restart()
      options.reloading?.()
      iframe.src = url.href
      await channel.whenReady()
    },
    destroy() {
      life.abort()
      channel.destroy()
      stage.showFrame(null)
      iframe.remove()
    },
  }
}

/** The page's own window, and the iframe's. */
function pageEdges(iframe: HTMLIFrameElement): FrameEdges {
  const page = iframe.ownerDocument.defaultView as Window & typeof globalThis
  return {
    listen(hear) {
      const heard = ({ data, origin, source }: MessageEvent<unknown>) => hear({ data, origin, source })
      page.addEventListener('message', heard)
      return () => page.removeEventListener('message', heard)
    },
    isFrame: source => source !== null && source === iframe.contentWindow,
    greet(message, origin) {
      const { port1, port2 } = new MessageChannel()
      iframe.contentWindow?.postMessage(message, origin, [port2])
      return {
        post: words => port1.postMessage(words),
        hear(listener) {
          port1.onmessage = ({ data }: MessageEvent<unknown>) => listener(data)
        },
        close: () => port1.close(),
      }
    },
  }
}
