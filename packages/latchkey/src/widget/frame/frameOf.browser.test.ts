import { expect, test } from 'vitest'
import { systemClock } from '../../engine/base/clock.ts'
import { createStage } from '../../ui/stage/createStage.ts'
import type { Widget } from '../shell/widget.ts'
import { frameOf } from './frameOf.ts'

test.each([
  [undefined, 'Wallet'],
  [{ 'frame.title': 'Brieftasche' }, 'Brieftasche'],
])('with the texts %j the frame is called %s', async (texts, title) => {
  const stage = createStage({ id: 'test' })
  const life = new AbortController()
  /** As much of a widget as a frame asks for. */
  const widget = {
    kept: new Map(),
    stage: () => stage,
    subscribe: () => () => undefined,
    engine: {
      ctx: {
        config: { endpoints: { frame: location.origin }, projectId: 'test', networks: [], texts },
        clock: systemClock,
        signal: life.signal,
        alert: () => undefined,
      },
    },
  } as unknown as Widget
  await frameOf(widget)
  expect(stage.frame.querySelector('iframe')?.title).toBe(title)
  life.abort()
  stage.destroy()
})
