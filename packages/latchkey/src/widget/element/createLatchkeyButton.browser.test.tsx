import { expect, test } from 'vitest'
import { mainnet } from '../../contract/networks/evm.ts'
import { defineLatchkeyButton, type LatchkeyButtonElement } from '../../element.ts'
import { evm } from '../../evm.ts'
import { createLatchkey } from '../handle/createLatchkey.ts'

const make = () => createLatchkey({ projectId: 'test', networks: [mainnet], adapters: [evm()] })

test('an element takes the handle that is offered in the place of one that was destroyed, and keeps its own', () => {
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

test('a handle that was given before the element is defined is not lost to the one under the id', () => {
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

test('an element whose handle is taken back finds the one under its id', () => {
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
