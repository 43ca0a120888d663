import { randomBytes } from 'node:crypto'
import type { Store } from '../core/store/store.ts'
import { chainAddress } from '../data/namespaces/namespaces.ts'
import { findProject } from '../projects/findProject.ts'
import { refuseWebhookUrl } from '../projects/refuseWebhookUrl.ts'
import { hashSecret } from '../projects/requireSecret.ts'
import { CommandError } from './commandError.ts'
import type { AccessCommand } from './parseAccessCommand.ts'

/** Milliseconds for which a rotated secret still signs. */
const oldFor = 86_400_000
const mostSecrets = 20

interface AccessDeps {
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly development: boolean
}

/** Runs a command about a project's backend; its answer by name, for people and as JSON. @throws CommandError, StoreError. */
export async function runAccessCommand(
  deps: AccessDeps,
  command: AccessCommand,
): Promise<Readonly<Record<string, unknown>>> {
  if ((await findProject(deps.store, command.id)) === undefined)
    throw new CommandError(`There is no project ${command.id}`)
  switch (command.verb) {
    case 'secret':
      return runSecret(deps, command)
    case 'webhook':
      return runWebhook(deps, command)
    case 'receivers':
      return runReceivers(deps.store, command)
  }
}

async function runSecret(
  { store, now }: AccessDeps,
  command: AccessCommand & { verb: 'secret' },
): Promise<Readonly<Record<string, unknown>>> {
  const { id: project } = command
  const listed = await store.db
    .selectFrom('project_secrets')
    .select(['id', 'created_at'])
    .where('project_id', '=', project)
    .orderBy('created_at')
    .execute()
  if (command.change === 'list')
    return { secrets: listed.map(({ id, created_at }) => `${id} of ${new Date(created_at).toISOString()}`) }
  if (command.change === 'revoke') {
    if (!listed.some(({ id }) => id === command.secret))
      throw new CommandError(`${project} has no secret ${command.secret}`)
    await store.write([
      store.compose
        .deleteFrom('project_secrets')
        .where('id', '=', command.secret)
        .where('project_id', '=', project)
        .compile(),
    ])
    return { revoked: command.secret }
  }
  if (listed.length >= mostSecrets)
    throw new CommandError(`${project} has ${mostSecrets} secrets: revoke one first`)
  const secret = `sk_${project}_${randomBytes(32).toString('base64url')}`
  const id = randomBytes(6).toString('hex')
  await store.write([
    store.compose
      .insertInto('project_secrets')
      .values({ id, project_id: project, hash: hashSecret(secret), created_at: now() })
      .compile(),
  ])
  return { id, secret }
}

async function runWebhook(
  { store, now, development }: AccessDeps,
  command: AccessCommand & { verb: 'webhook' },
): Promise<Readonly<Record<string, unknown>>> {
  const { compose } = store
  const { id: project_id } = command
  const found = await store.db
    .selectFrom('project_webhooks')
    .select(['url', 'secret', 'old_until'])
    .where('project_id', '=', project_id)
    .executeTakeFirst()
  if (command.change === 'set') {
    const refusal = refuseWebhookUrl(command.url, development)
    if (refusal !== undefined) throw new CommandError(refusal)
    const secret = found?.secret ?? makeWebhookSecret()
    await store.write([
      compose
        .insertInto('project_webhooks')
        .values({ project_id, url: command.url, secret, created_at: now() })
        .onConflict(conflict => conflict.column('project_id').doUpdateSet({ url: command.url }))
        .compile(),
    ])
    return { url: command.url, secret }
  }
  if (found === undefined) throw new CommandError(`${project_id} has no webhook`)
  const { url } = found
  if (command.change === 'show') return { url, secret: found.secret }
  if (command.change === 'remove') {
    await store.write([compose.deleteFrom('project_webhooks').where('project_id', '=', project_id).compile()])
    return { removed: url }
  }
  const secret = makeWebhookSecret()
  const old_until = now() + oldFor
  await store.write([
    compose
      .updateTable('project_webhooks')
      .set(eb => ({ old_secret: eb.ref('secret'), old_until, secret }))
      .where('project_id', '=', project_id)
      .compile(),
  ])
  return { url, secret, 'old secret until': new Date(old_until).toISOString() }
}

/** As Standard Webhooks writes them: 32 bytes in base64. */
function makeWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

async function runReceivers(
  store: Store,
  command: AccessCommand & { verb: 'receivers' },
): Promise<Readonly<Record<string, unknown>>> {
  const { id: project_id } = command
  const drop = store.compose.deleteFrom('project_receivers').where('project_id', '=', project_id)
  if (command.change !== 'list') {
    const { accounts, change } = command
    const add = accounts.map(account =>
      store.compose
        .insertInto('project_receivers')
        .values({ project_id, account })
        .onConflict(conflict => conflict.doNothing())
        .compile(),
    )
    if (change === 'remove') await store.write([drop.where('account', 'in', [...accounts]).compile()])
    else await store.write([...(change === 'set' ? [drop.compile()] : []), ...add])
  }
  const rows = await store.db
    .selectFrom('project_receivers')
    .select('account')
    .where('project_id', '=', project_id)
    .execute()
  // Databases sort texts in different ways.
  return { receivers: rows.map(({ account }) => showAccount(account)).sort() }
}

/** With the checksum of its kind. */
function showAccount(account: string): string {
  const at = account.lastIndexOf(':')
  const chain = account.slice(0, at) as Parameters<typeof chainAddress>[0]
  return `${chain}:${chainAddress(chain, account.slice(at + 1)) ?? account.slice(at + 1)}`
}

/** The answer for a person to read, a line each. */
export function formatAccess(answer: Readonly<Record<string, unknown>>): string {
  return Object.entries(answer)
    .flatMap(([name, value]) => {
      const lines = Array.isArray(value) ? (value.length === 0 ? ['none'] : value) : [value]
      return lines.map((line, index) => `${(index === 0 ? name : '').padEnd(10)} ${line}`)
    })
    .join('\n')
}
