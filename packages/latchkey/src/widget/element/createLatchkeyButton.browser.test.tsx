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
