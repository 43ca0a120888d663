import { expect, test } from 'vitest'
import type { Entry } from '../shell/modalTransition.ts'
import type { LoadedView } from '../shell/viewLoader.ts'
import type { Widget } from '../shell/widget.ts'
import { sendForm } from './sendForm.ts'

const ready: LoadedView = { at: 'ready', component: () => null }

/** What is drawn ahead, in turn, with a draft of this token and a chunk that stands like this. */
async function drawn(given: { token?: object; chunk?: LoadedView; isLeft?: boolean }) {
  const drawn: (Entry | undefined)[] = []
  const loaded = Promise.resolve()
  const widget = {
    kept: new Map([['send', { draft: { machine: { getState: () => ({ token: given.token }) } } }]]),
    views: {
      load: () => loaded,
      state: () => given.chunk ?? ready,
      drawAhead: (entry?: Entry) => drawn.push(entry),
    },
    snapshot: () => ({ modal: { made: 7 } }),
  } as unknown as Widget
  const giveUp = sendForm.drawAhead(widget)
  if (given.isLeft) giveUp()
  await loaded
  return drawn.map(entry => entry && `${entry.view} ${entry.key}`)
}

test.each([
  ['a form that nobody has filled in', {}, ['WalletSend 7']],
  ['none that is filled in', { token: {} }, []],
  ['none whose chunk did not come', { chunk: { at: 'failed' } }, []],
  ['none once the account is left', { isLeft: true }, [undefined]],
] as const)('%s is drawn ahead, for the next step of the history', async (_, given, wanted) => {
  expect(await drawn(given)).toEqual(wanted)
})
