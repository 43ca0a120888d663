import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { LatchkeyOptions } from '../../contract/options.ts'
import { createMemoryStorage } from '../../engine/base/pageStorage.ts'
import { eventually } from '../conformance/eventually.ts'
import { createLatchkey } from '../handle/createLatchkey.ts'
import { NetworkButtonFace } from './NetworkButton.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

function show(options: Partial<LatchkeyOptions>) {
  const latchkey = createLatchkey({
    projectId: 'test',
    id: 'button',
    storage: createMemoryStorage(),
    ...options,
  })
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  root.render(<NetworkButtonFace latchkey={latchkey} />)
  return {
    latchkey,
    button: () => place.querySelector('button'),
    end() {
      root.unmount()
      place.remove()
      latchkey.destroy()
    },
  }
}

test('removing a theme leaves nothing behind', async () => {
  const { latchkey, button, end } = show({ themeVariables: { accent: '#ff0000', radiusMaster: '8px' } })
  const style = (name: string) => button()?.style.getPropertyValue(name)
  await eventually(() => style('--lk-accent')).toBe('#ff0000')
  await latchkey.update({ themeVariables: { accent: '#00ff00' } })
  await eventually(() => style('--lk-accent')).toBe('#00ff00')
  expect(style('--lk-radius-master')).toBe('')
  await latchkey.update({ themeVariables: {} })
  await eventually(() => style('--lk-accent')).toBe('')
  end()
})

test('a preset is on the button from its first paint, below the variables of the host', async () => {
  const { latchkey, button, end } = show({ themePreset: 'square', themeVariables: { accent: '#ff0000' } })
  const style = (name: string) => button()?.style.getPropertyValue(name)
  await eventually(() => button()).not.toBeNull()
  expect([style('--lk-accent'), style('--lk-radius-master')]).toEqual(['#ff0000', '0px'])
  await latchkey.update({ themePreset: 'mono', themeVariables: {} })
  await eventually(() => style('--lk-accent')).toBe('light-dark(#111111, #ffffff)')
  expect(latchkey.getState().theme).toEqual({ mode: 'system', preset: 'mono', variables: {} })
  end()
})

test('a failed opening is announced to the visitor, and its cause is logged for the developer', async () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // Nothing to open in before it is mounted.
  const { button, end } = show({ autoMount: false })
  await eventually(() => button()?.ariaLabel).toMatch(/^Network: /)
  button()?.click()
  const failed = page.getByRole('button', { name: 'Could not load. Try again', exact: true })
  await expect.element(failed).toBeVisible()
  expect(button()?.ariaLive).toBe('assertive')
  expect(written).toHaveBeenCalledWith(expect.objectContaining({ code: 'CONFIG_INVALID' }))
  end()
})
