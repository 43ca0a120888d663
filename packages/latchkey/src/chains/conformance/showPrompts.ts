import type { ScriptControl } from '@latchkey/testing'
import type { Behaviour, WalletFixture } from './describeAdapter.ts'

/** A simulated wallet in mode `ask`, whose visitor sees each prompt and does with it what the behaviour says. */
export function showPrompts(
  control: ScriptControl,
  behaviour: Behaviour,
  /** The accounts that the visitor approves; those that the wallet would choose unless set. */
  accounts?: readonly number[],
): Pick<WalletFixture, 'prompts' | 'listenerCount'> {
  const prompts = new Set<number>()
  control.subscribe(() => {
    for (const { id } of control.pending) {
      if (prompts.has(id)) continue
      prompts.add(id)
      if (behaviour === 'refuses') control.reject(id)
      else if (behaviour !== 'never answers') control.approve(id, accounts && { accounts })
    }
  })
  return { prompts: () => prompts.size, listenerCount: () => control.listenerCount() }
}
