import type { CDPSession, Page } from '@playwright/test'

/** What was painted while a card was filmed. */
export interface Film {
  /** Painted frames, by the number of the first, for the words of a failure. */
  readonly count: number
  /** Numbers of the frames in which the middle of the card is one colour. */
  readonly blank: readonly number[]
}

/** In the middle of the screen, within the body of every card: pixels from the centre. */
const sight = { width: 360, height: 188 }

/**
 * Films what the browser paints of an open card from now on. The answer ends it, once the picture that stands then is in it, and says
 * in which frames the card was empty.
 */
export async function filmCard(page: Page): Promise<() => Promise<Film>> {
  const session = await page.context().newCDPSession(page)
  const frames: { readonly data: string; readonly at: number }[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ data, at: metadata.timestamp ?? 0 })
    // The page may be gone.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 })
  return async () => {
    await lastPicture(session, page)
    await session.send('Page.stopScreencast')
    await session.detach()
    // A picture with less in it is packed sooner, and overtakes.
    const painted = frames.sort((a, b) => a.at - b.at).map(({ data }) => data)
    return { count: painted.length, blank: await blanksOf(page, painted) }
  }
}

/** Until a frame was painted after now: a picture on request is one. */
async function lastPicture(session: CDPSession, page: Page): Promise<void> {
  await page.evaluate(() => new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame)))
  await session.send('Page.captureScreenshot', { format: 'png' })
}

/** Looks at each frame in a page of its own, whose processor is as fast as it is. */
async function blanksOf(page: Page, frames: readonly string[]): Promise<readonly number[]> {
  const desk = await page.context().newPage()
  try {
    const blank: number[] = []
    for (const [at, data] of frames.entries()) {
      if (await desk.evaluate(isOneColour, { data, ...sight })) blank.push(at)
    }
    return blank
  } finally {
    await desk.close()
  }
}

/** Runs in a page: whether the middle of a picture differs nowhere from its first pixel by more than what compression does. */
async function isOneColour(of: {
  readonly data: string
  readonly width: number
  readonly height: number
}): Promise<boolean> {
  const image = new Image()
  image.src = `data:image/png;base64,${of.data}`
  await image.decode()
  const canvas = new OffscreenCanvas(of.width, of.height).getContext('2d')
  canvas?.drawImage(image, (of.width - image.width) / 2, (of.height - image.height) / 2)
  const pixels = canvas?.getImageData(0, 0, of.width, of.height).data ?? new Uint8ClampedArray()
  return pixels.every((value, at) => Math.abs(value - (pixels[at % 4] ?? 0)) <= 3)
}
