import { expect, test } from 'vitest'
import type { Stage } from '../../ui/stage/createStage.ts'
import type { Widget } from '../shell/widget.ts'
import { frameOf } from './frameOf.ts'

/** As much of a widget as is asked before there is a frame. */
const widgetWith = (endpoints: object | undefined, stage: Stage | undefined) =>
  ({ stage: () => stage, engine: { ctx: { config: { endpoints } } } }) as unknown as Widget

test.each([
  ['an endpoint', widgetWith(undefined, {} as Stage)],
  ['a wallet among the endpoints', widgetWith({ api: 'https://api.example' }, {} as Stage)],
  ['a stage', widgetWith({ frame: 'https://keys.example' }, undefined)],
])('SPEC §8: without %s the iframe is not set, and may be requested again', async (_, widget) => {
  const first = frameOf(widget)
  await expect(first).rejects.toMatchObject({ code: 'IFRAME_NOT_SET' })
  const again = frameOf(widget)
  expect(again).not.toBe(first)
  await expect(again).rejects.toMatchObject({ code: 'IFRAME_NOT_SET' })
})
