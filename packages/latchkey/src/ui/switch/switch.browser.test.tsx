/// <reference types="@vitest/browser-playwright" />
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { createStage, type Stage } from '../stage/createStage.ts'
import { StageContext } from '../stage/StageContext.tsx'
import { Switch } from './Switch.tsx'

let stage: Stage
let root: Root

const media = (name: string, value: string) =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name, value }] } as never)
const track = () => stage.root.querySelector('.switch-track') as HTMLElement
const thumb = () => getComputedStyle(track(), '::after')

function Probe() {
  const [isOn, setOn] = useState(false)
  return (
    <Switch isOn={isOn} onSwitch={setOn}>
      Show 3 hidden
    </Switch>
  )
}

beforeEach(async () => {
  await page.viewport(800, 600)
  await media('prefers-reduced-motion', 'reduce')
  document.documentElement.lang = 'en'
  stage = createStage({ id: 'switch', lang: 'en' })
  stage.setLabel('Switch')
  root = createRoot(stage.outlet)
  stage.open()
  flushSync(() =>
    root.render(
      <StageContext.Provider value={stage}>
        <Probe />
      </StageContext.Provider>,
    ),
  )
})

afterEach(async () => {
  root.unmount()
  stage.destroy()
  await media('forced-colors', 'none')
})

test('is a switch with a name, turned by a press and by Space and Enter', async () => {
  const control = page.getByRole('switch', { name: 'Show 3 hidden' })
  const isOn = () => control.element().getAttribute('aria-checked')
  expect(isOn()).toBe('false')
  await control.click()
  expect(isOn()).toBe('true')
  await userEvent.keyboard(' ')
  expect(isOn()).toBe('false')
  await userEvent.keyboard('{Enter}')
  expect(isOn()).toBe('true')
  expect(stage.root.activeElement).toBe(control.element())
})

test('its thumb goes to the end, in either direction of the text', async () => {
  expect(thumb().translate).toBe('none')
  await page.getByRole('switch').click()
  expect(thumb().translate).toBe('14px')
  stage.setLocale({ dir: 'rtl', lang: 'ar' })
  expect(thumb().translate).toBe('-14px')
})

test("with forced colours its state shows by the visitor's own colours", async () => {
  await media('forced-colors', 'active')
  const paint = () => [getComputedStyle(track()).backgroundColor, thumb().backgroundColor]
  const off = paint()
  await page.getByRole('switch').click()
  const on = paint()
  for (const [under, over] of [off, on]) expect(over).not.toBe(under)
  expect(on[0]).not.toBe(off[0])
  expect(getComputedStyle(track()).borderTopWidth).toBe('1px')
})
