import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeClock } from '../fixtures/createFakeClock.ts'
import { afterPaint } from './afterPaint.ts'

let frames: (() => void)[] = []
const run = vi.fn<() => void>()
const frame = () => {
  for (const callback of frames.splice(0)) callback()
}
const task = () => new Promise(resolve => setTimeout(resolve, 0))

beforeEach(() => {
  frames = []
  run.mockClear()
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback))
})
afterEach(() => vi.unstubAllGlobals())

it('runs in a task after the frame that follows the next one, once', async () => {
  const clock = createFakeClock()
  afterPaint(clock, run)
  await task()
  expect(run).not.toHaveBeenCalled()
  frame()
  await task()
  expect(run).not.toHaveBeenCalled()
  frame()
  expect(run).not.toHaveBeenCalled()
  await task()
  clock.advance(0)
  expect(run).toHaveBeenCalledTimes(1)
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
  clock.advance(200)
  expect(run).toHaveBeenCalledTimes(1)
})

it.each([0, 1, 2])('cancelled after %d frames, it does not run', async count => {
  const clock = createFakeClock()
  const cancel = afterPaint(clock, run)
  for (let at = 0; at < count; at++) frame()
  cancel()
  frame()
  frame()
  await task()
  clock.advance(1_000)
  expect(run).not.toHaveBeenCalled()
})
