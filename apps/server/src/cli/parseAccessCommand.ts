import { receiverKey } from '../money/payments/readPaymentsSettings.ts'
import { CommandError } from './commandError.ts'

/** What a project's backend needs: secrets, the webhook, and who its payments may go to. */
export type AccessCommand =
  | { readonly verb: 'secret'; readonly change: 'add' | 'list'; readonly id: string }
  | { readonly verb: 'secret'; readonly change: 'revoke'; readonly id: string; readonly secret: string }
  | { readonly verb: 'webhook'; readonly change: 'set'; readonly id: string; readonly url: string }
  | { readonly verb: 'webhook'; readonly change: 'show' | 'rotate' | 'remove'; readonly id: string }
  | {
      readonly verb: 'receivers'
      readonly change: 'add' | 'remove' | 'set'
      readonly id: string
      readonly accounts: readonly string[]
    }
  | { readonly verb: 'receivers'; readonly change: 'list'; readonly id: string }

export const accessHelp = `  secret add|list <id>                   what its backend proves itself with (sk_…): a new one, shown once; or their ids
  secret revoke <id> <secret's id>       this one is refused from now on
  webhook set <id> <url>                 where its backend is notified; shows the secret that signs (whsec_…)
  webhook show|rotate|remove <id>        the old secret signs as well for a day after rotating
  receivers list <id>                    the accounts that its payments may go to
  receivers add|remove|set <id> <account>...   as CAIP-10, such as eip155:1:0x…; set without accounts removes all`

/** Whether a verb of `latchkey-server project` is one of these. */
export function isAccessVerb(verb: string): verb is AccessCommand['verb'] {
  return verb === 'secret' || verb === 'webhook' || verb === 'receivers'
}

/** Whether a command is one of these. */
export function isAccessCommand(command: { readonly verb: string }): command is AccessCommand {
  return isAccessVerb(command.verb)
}

/** What the words behind the verb ask for. @throws CommandError. */
export function parseAccessCommand(
  verb: AccessCommand['verb'],
  [change, id, ...rest]: readonly string[],
  parseId: (text: string | undefined) => string,
): AccessCommand {
  const one = (what: string): string => {
    const [word, more] = rest
    if (word === undefined) throw new CommandError(`Which ${what}?`)
    if (more !== undefined) throw new CommandError(`"${more}" is one word too many`)
    return word
  }
  const none = (): void => {
    if (rest.length > 0) throw new CommandError(`"${rest[0]}" is one word too many`)
  }
  switch (verb) {
    case 'secret':
      if (change === 'revoke') return { verb, change, id: parseId(id), secret: one('secret') }
      if (change !== 'add' && change !== 'list') throw new CommandError('secret wants add, list or revoke')
      none()
      return { verb, change, id: parseId(id) }
    case 'webhook':
      if (change === 'set') return { verb, change, id: parseId(id), url: one('address') }
      if (change !== 'show' && change !== 'rotate' && change !== 'remove')
        throw new CommandError('webhook wants set, show, rotate or remove')
      none()
      return { verb, change, id: parseId(id) }
    case 'receivers':
      if (change === 'list') {
        none()
        return { verb, change, id: parseId(id) }
      }
      if (change !== 'add' && change !== 'remove' && change !== 'set')
        throw new CommandError('receivers wants list, add, remove or set')
      if (rest.length === 0 && change !== 'set') throw new CommandError('Which accounts?')
      return { verb, change, id: parseId(id), accounts: rest.map(parseReceiver) }
  }
}

function parseReceiver(text: string): string {
  const key = receiverKey(text)
  if (key === undefined)
    throw new CommandError(
      `"${text.slice(0, 200)}" is no account as CAIP-10 of a network that payments are read on, or a character of it is wrong`,
    )
  return key
}
