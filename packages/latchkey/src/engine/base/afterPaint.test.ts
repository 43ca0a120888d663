import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeClock } from '../fixtures/createFakeClock.ts'
import { afterPaint } from './afterPaint.ts'

let frames: (() => void)[] = []
const run = vi.fn<() => void>()
const task = () => new Promise(resolve => setTimeout(resolve, 0))

beforeEach(() => {
  frames = []
  run.mockClear()
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback))
})
afterEach(() => vi.unstubAllGlobals())

it('runs in a task after the next frame, once', async () => {
  const clock = createFakeClock()
  afterPaint(clock, run)
  await task()
  expect(run).not.toHaveBeenCalled()
  for (const frame of frames) frame()
  expect(run).not.toHaveBeenCalled()
  await task()
  clock.advance(1_000)
  expect(run).toHaveBeenCalledTimes(1)
})

it.each([
  ['in a hidden page', () => undefined],
  ['outside a browser', () => vi.stubGlobal('requestAnimationFrame', undefined)],
])('runs %s, where no frame comes', (_, prepare) => {
  prepare()
  const clock = createFakeClock()
  afterPaint(clock, run)
  clock.advance(100)
  expect(run).toHaveBeenCalledTimes(1)
})

it('cancelled, it does not run, before the frame or after it', async () => {
  const clock = createFakeClock()
  afterPaint(clock, run)()
  const cancel = afterPaint(clock, run)
  for (const frame of frames) frame()
  cancel()
  await task()
  clock.advance(1_000)
  expect(run).not.toHaveBeenCalled()
})
