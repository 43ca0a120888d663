import { isLatchkeyError } from '../../../contract/error.ts'
import { limits } from '../../../contract/limits.ts'
import { isEmailAddress } from '../../base/emailAddress.ts'
import { loadOnce } from '../../base/loadOnce.ts'
import { createMachine } from '../../base/machine.ts'
import { recentEmails, rememberEmail } from '../../base/recentEmails.ts'
import type { EngineContext } from '../../context.ts'
import type { PageKey } from './createPageKey.ts'
import type { EmailCapture } from './emailCapture.ts'
import { type EmailEvent, type EmailFailure, type EmailState, emailTransition } from './emailTransition.ts'

/** A proof is good for 10 minutes; it is not begun with what ends while the wallet is asked. */
const proofLife = 8 * 60_000

/** Makes the email capture of an engine. */
export function createEmailCapture(ctx: EngineContext, key: () => Promise<PageKey>): EmailCapture {
  const { clock, storage } = ctx
  const calls = loadOnce(async () => {
    const [{ createEmailCalls }, page] = await Promise.all([import('./createEmailCalls.ts'), key()])
    return createEmailCalls(ctx, page)
  })
  const machine = createMachine<EmailState, EmailEvent>({ at: 'typing' }, emailTransition)

  async function post(address: string): Promise<void> {
    const flow = await (await calls()).send(address)
    machine.dispatch({ type: 'sent', flow, until: clock.now() + limits.emailCooldown })
  }

  function send(typed: string): void {
    const { at } = machine.getState()
    if (at === 'sending' || at === 'verifying') return
    const address = typed.trim()
    if (!isEmailAddress(address)) {
      invalid(typed)
      return
    }
    machine.dispatch({ type: 'sending', address })
    post(address).catch((cause: unknown) => {
      if (saysInvalid(cause)) {
        invalid(address)
        return
      }
      const seconds = secondsOf(cause)
      const until = seconds === undefined ? undefined : clock.now() + seconds * 1_000
      const failure: EmailFailure = seconds === undefined ? 'offline' : 'cooldown'
      machine.dispatch({ type: 'unsent', failure, address, until })
    })
  }

  function invalid(address: string): void {
    ctx.alert('APKTW002')
    machine.dispatch({ type: 'unsent', failure: 'invalid', address })
  }

  return {
    machine,
    get proof() {
      const state = machine.getState()
      return state.at === 'proven' && clock.now() < state.expiresAt ? state.proof : undefined
    },
    recent: async () => (await storage.read(recentEmails)) ?? [],
    send,
    resend() {
      const state = machine.getState()
      if (state.at === 'code' && clock.now() >= state.until) send(state.address)
    },
    verify(code) {
      const state = machine.getState()
      if (state.at !== 'code' || !/^\d{8}$/.test(code)) return
      machine.dispatch({ type: 'verifying' })
      const run = async () => {
        const { emailProof, email } = await (await calls()).verify(state.flow, code)
        const expiresAt = clock.now() + proofLife
        void rememberEmail(storage, email)
        machine.dispatch({ type: 'proven', proof: emailProof, address: email, expiresAt })
      }
      run().catch((cause: unknown) => {
        const isWrong = isLatchkeyError(cause) && cause.context.status === 401
        machine.dispatch({ type: 'unproven', failure: isWrong ? 'code' : 'offline' })
      })
    },
    restart: () => machine.dispatch({ type: 'restarted' }),
  }
}

/** How long the services want to be left alone, by their own sentence (SPEC §5). */
function secondsOf(cause: unknown): number | undefined {
  if (!isLatchkeyError(cause)) return undefined
  const { message, status } = cause.context
  const said = /^Please try again after (\d{1,6}) seconds$/.exec(typeof message === 'string' ? message : '')
  if (said?.[1]) return Number(said[1])
  return status === 429 ? limits.emailCooldown / 1_000 : undefined
}

function saysInvalid(cause: unknown): boolean {
  return isLatchkeyError(cause) && cause.context.message === 'Please enter a valid email address'
}
