import { isLatchkeyError } from '../../contract/error.ts'
import { limits } from '../../contract/limits.ts'
import { loadOnce } from '../base/loadOnce.ts'
import { createMachine } from '../base/machine.ts'
import type { EngineContext } from '../context.ts'
import type { PageKey } from './createPageKey.ts'
import type { EmailCapture } from './emailCapture.ts'
import { type EmailEvent, type EmailFailure, type EmailState, emailTransition } from './emailTransition.ts'
import { recentEmails } from './recentEmails.ts'

/** A proof is good for 10 minutes; it is not begun with what ends while the wallet is asked. */
const proofLife = 8 * 60_000

/** The form of an address, as far as it can be told without sending to it (RFC 5321's lengths). */
const addressForm = /^[^\s@<>()[\],;:\\"]{1,64}@(?:[a-z\d](?:[-a-z\d]{0,61}[a-z\d])?\.){1,8}[a-z]{2,63}$/i

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
    if (address.length > 254 || !addressForm.test(address)) {
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

  async function remember(address: string): Promise<void> {
    const known = (await storage.read(recentEmails)) ?? []
    await storage.write(
      recentEmails,
      [address, ...known.filter(each => each !== address)].slice(0, limits.recentEmails),
    )
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
        void remember(email)
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
