import { expect, test } from 'vitest'
import { giveOne } from '../../engine/base/oneOf.ts'
import { createSendFlow, type SendFlow } from '../../engine/flows/send/createSendFlow.ts'
import type { LoadedView, StepAhead } from '../shell/viewLoader.ts'
import type { Widget } from '../shell/widget.ts'
import { sendForm } from './sendForm.ts'

const ready: LoadedView = { at: 'ready', component: () => null }

/** The views drawn ahead, in order, for a draft with this token and a chunk in this state. */
async function drawn(given: { token?: object; chunk?: LoadedView; isLeft?: boolean }) {
  const drawn: (StepAhead | undefined)[] = []
  const loaded = Promise.resolve()
  const widget = {
    engine: {},
    views: {
      load: () => loaded,
      state: () => given.chunk ?? ready,
      drawAhead: (step?: StepAhead) => drawn.push(step),
    },
    snapshot: () => ({ modal: { made: 7, entry: { key: 5 } } }),
  } as unknown as Widget
  const draft = { machine: { getState: () => ({ token: given.token }) } }
  giveOne(widget.engine, createSendFlow, { draft } as unknown as SendFlow)
  const giveUp = sendForm.drawAhead(widget)
  if (given.isLeft) giveUp()
  await loaded
  return drawn.map(step => step && `${step.view} ${step.key} after ${step.from}`)
}

test.each([
  ['a form that nobody has filled in', {}, ['WalletSend 7 after 5']],
  ['none that is filled in', { token: {} }, []],
  ['none whose chunk did not come', { chunk: { at: 'failed' } }, []],
  ['none once the account is left', { isLeft: true }, [undefined]],
] as const)('%s is drawn ahead, for the next step of the history', async (_, given, wanted) => {
  expect(await drawn(given)).toEqual(wanted)
})
