import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { createFakeClock } from '../../engine/fixtures/createFakeClock.ts'
import { Countdown } from './Countdown.tsx'
import { WidgetContext } from './WidgetContext.tsx'
import type { Widget } from './widget.ts'

test('counts seconds down visibly, and leaves the spoken text unchanged', async () => {
  const clock = createFakeClock()
  const widget = { engine: { ctx: { clock } } } as unknown as Widget
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  flushSync(() =>
    root.render(
      <WidgetContext.Provider value={widget}>
        <p id="error">
          <Countdown until={clock.now() + 30_000} words={n => `after ${n} seconds`} />
        </p>
      </WidgetContext.Provider>,
    ),
  )
  const seen = () => document.querySelector('#error [aria-hidden]')?.textContent
  const said = () => document.querySelector('#error :not([aria-hidden])')?.textContent
  await expect.poll(seen).toBe('after 30 seconds')
  for (const left of [29, 28, 27]) {
    clock.advance(1_000)
    await expect.poll(seen).toBe(`after ${left} seconds`)
  }
  expect(said()).toBe('after 30 seconds')
  root.unmount()
})
