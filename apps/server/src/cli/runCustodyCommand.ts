import type { Store } from '../core/store/store.ts'
import { rewrapKeys, rotateKeys, shredKeys } from '../people/custody/rotateKeys.ts'
import { checkVault, listUsedKeys } from '../people/custody/vault/openVault.ts'
import { type KeyVault, keyPurposes } from '../people/custody/vault/vault.ts'
import { CommandError } from './commandError.ts'

export const custodyHelp = `latchkey-server custody <command>, with the variables of the server:

  status            the vault's keys, and which of them key shares are encrypted under
  rotate            a new key for each purpose, and every key share's key encrypted under it; servers go on meanwhile
  rewrap            the same without new keys: after CUSTODY_KEKS was changed, or to take up a rotation that was ended
  shred [days]      destroys keys that nothing is closed under and that are older than this (30): key shares in backups of
                    before are noise from then on
  check             whether the vault has every key that key shares are encrypted under`

/** Does what the words after `latchkey-server custody` ask for, and answers the lines to print. @throws CommandError */
export async function runCustodyCommand(
  deps: { readonly store: Store; readonly vault: KeyVault; readonly now: () => number },
  words: readonly string[],
): Promise<readonly string[]> {
  const { store, vault, now } = deps
  const [verb = '', argument, more] = words
  const spare = verb === 'shred' ? more : argument
  if (spare !== undefined) throw new CommandError(`"${spare}" is one word too many`)
  switch (verb) {
    case 'status': {
      const used = await listUsedKeys(store)
      const lists = await Promise.all(
        keyPurposes.map(async purpose => {
          const keys = await vault.list(purpose)
          return keys.map(({ id, createdAt }, index) => {
            const since =
              createdAt === undefined ? '' : ` since ${new Date(createdAt).toISOString().slice(0, 10)}`
            const newest = index === keys.length - 1 ? ', newest' : ''
            return `${purpose} ${id}${since}${used[purpose].has(id) ? ', in use' : ''}${newest}`
          })
        }),
      )
      return lists.flat()
    }
    case 'rotate':
      return [`${await rotateKeys({ store, vault })} key shares were encrypted anew`]
    case 'rewrap':
      return [`${await rewrapKeys({ store, vault })} key shares were encrypted anew`]
    case 'shred': {
      const days = Number(argument ?? '30')
      if (!Number.isSafeInteger(days) || days < 1) throw new CommandError('Days are a whole number from 1 on')
      const gone = await shredKeys({ store, vault, days, now })
      return gone.length === 0
        ? ['Nothing to destroy']
        : gone.map(({ purpose, id }) => `destroyed ${purpose} ${id}`)
    }
    case 'check':
      await checkVault(store, vault)
      return ['The vault has every key that key shares are encrypted under']
    default:
      throw new CommandError(`There is no command "${verb}"; --help lists them`)
  }
}
