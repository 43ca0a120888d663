import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { mainnet } from '../../contract/networks/evm.ts'
import { defineLatchkeyButton, type LatchkeyButtonElement } from '../../element.ts'
import { evm } from '../../evm.ts'
import { eventually } from '../conformance/eventually.ts'
import { createLatchkey } from '../handle/createLatchkey.ts'

const make = () => createLatchkey({ projectId: 'test', networks: [mainnet], adapters: [evm()] })

test('an element takes the handle offered after a destroyed one, and keeps one set by property', () => {
  const before = make()
  const stop = defineLatchkeyButton(before)
  const [found, given] = [1, 2].map(() =>
    document.body.appendChild(document.createElement('latchkey-button')),
  ) as unknown as readonly [LatchkeyButtonElement, LatchkeyButtonElement]
  given.latchkey = before
  expect(found.latchkey).toBe(before)
  stop()
  before.destroy()
  const after = make()
  const end = defineLatchkeyButton(after)
  expect([found.latchkey, given.latchkey]).toEqual([after, before])
  end()
  after.destroy()
})

test('a handle set before the element is defined wins over the one under the id', () => {
  const [first, second] = [make(), createLatchkey({ projectId: 'test', id: 'second' })]
  const early = document.body.appendChild(document.createElement('early-button')) as LatchkeyButtonElement
  early.latchkey = second
  const end = defineLatchkeyButton(first, 'early-button')
  expect(early.latchkey).toBe(second)
  // Its own property would hide the accessor, and nothing that is set later would be heard of.
  expect(Object.hasOwn(early, 'latchkey')).toBe(false)
  end()
  early.remove()
  first.destroy()
  second.destroy()
})

test('an element whose handle is set back finds the one under its id', () => {
  const [first, second] = [make(), createLatchkey({ projectId: 'test', id: 'second' })]
  const ends = [first, second].map(each => defineLatchkeyButton(each))
  const button = document.body.appendChild(document.createElement('latchkey-button')) as LatchkeyButtonElement
  button.latchkey = undefined
  expect(button.latchkey).toBe(first)
  button.latchkey = second
  expect(button.latchkey).toBe(second)
  button.latchkey = undefined
  expect(button.latchkey).toBe(first)
  button.setAttribute('for', 'second')
  expect(button.latchkey).toBe(second)
  for (const end of ends) end()
  button.remove()
  first.destroy()
  second.destroy()
})

test('a withdrawn handle leaves its buttons, except those that were given it', async () => {
  const handle = make()
  const stop = defineLatchkeyButton(handle)
  const [found, given] = [1, 2].map(() =>
    document.body.appendChild(document.createElement('latchkey-button')),
  ) as unknown as readonly [LatchkeyButtonElement, LatchkeyButtonElement]
  given.latchkey = handle
  const inside = (element: LatchkeyButtonElement) => element.shadowRoot?.querySelector('button')?.textContent
  await eventually(() => [found, given].map(inside)).toEqual(['Connect wallet', 'Connect wallet'])
  stop()
  expect([found.latchkey, given.latchkey]).toEqual([undefined, handle])
  await eventually(() => [found, given].map(inside)).toEqual([undefined, 'Connect wallet'])
  found.remove()
  given.remove()
  handle.destroy()
})

test('`disabled` is a property too, as frameworks set it on a button', async () => {
  const handle = make()
  const early = document.body.appendChild(document.createElement('able-button')) as LatchkeyButtonElement
  early.disabled = true
  const stop = defineLatchkeyButton(handle, 'able-button')
  const button = () => early.shadowRoot?.querySelector('button')
  await eventually(() => button()?.disabled).toBe(true)
  expect(early.hasAttribute('disabled')).toBe(true)
  early.disabled = false
  await eventually(() => button()?.disabled).toBe(false)
  expect(early.hasAttribute('disabled')).toBe(false)
  early.setAttribute('disabled', '')
  expect(early.disabled).toBe(true)
  stop()
  early.remove()
  handle.destroy()
})

test('React on the page may move and remove the element during its own work', async () => {
  const said = vi.spyOn(console, 'error')
  const handle = make()
  const stop = defineLatchkeyButton(handle)
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  const draw = (...keys: readonly string[]) =>
    root.render(keys.map(key => createElement('latchkey-button', { key, label: key })))
  const words = () =>
    [...place.querySelectorAll('latchkey-button')].map(each => each.shadowRoot?.textContent).join(' ')
  draw('one', 'two')
  await eventually(words).toBe('one two')
  draw('two', 'one')
  await eventually(words).toBe('two one')
  draw('one')
  await eventually(words).toBe('one')
  draw()
  await eventually(words).toBe('')
  expect(said).not.toHaveBeenCalled()
  said.mockRestore()
  root.unmount()
  place.remove()
  stop()
  handle.destroy()
})
