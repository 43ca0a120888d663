import { describe, expect, it } from 'vitest'
import { eachStore } from '../core/store/eachStore.fixture.ts'
import { refuseWebhookUrl } from '../projects/refuseWebhookUrl.ts'
import { hashSecret } from '../projects/requireSecret.ts'
import { isAccessCommand } from './parseAccessCommand.ts'
import { parseProjectCommand } from './parseProjectCommand.ts'
import { formatAccess, runAccessCommand } from './runAccessCommand.ts'

const till = 'eip155:1:0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const other = 'eip155:10:0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

eachStore('latchkey-server project: its backend', open => {
  async function openWorld(development = false) {
    const store = await open()
    const time = { now: 1_000 }
    await store.write(
      ['shop', 'other'].map(id =>
        store.compose.insertInto('projects').values({ id, name: id, created_at: 1 }).compile(),
      ),
    )
    const run = async (text: string) => {
      const parsed = parseProjectCommand(text.split(' '))
      if (parsed.help || !isAccessCommand(parsed.command)) throw new Error('no command')
      return runAccessCommand({ store, now: () => time.now, development }, parsed.command)
    }
    return { store, time, run }
  }

  it('makes several secrets, stores their hashes alone, and revokes one', async () => {
    const { run, store } = await openWorld()
    const one = await run('secret add shop')
    const two = await run('secret add shop')
    expect(one.secret).toMatch(/^sk_shop_[\w-]{43}$/)
    expect(formatAccess(one)).toContain(String(one.secret))
    const stored = await store.db.selectFrom('project_secrets').select(['id', 'hash']).execute()
    expect(stored.map(({ hash }) => hash).sort()).toEqual(
      [one, two].map(({ secret }) => hashSecret(String(secret))).sort(),
    )
    await expect(run(`secret revoke other ${one.id}`)).rejects.toThrow('other has no secret')
    await run(`secret revoke shop ${one.id}`)
    const listed = await run('secret list shop')
    expect(listed.secrets).toEqual([`${two.id} of 1970-01-01T00:00:01.000Z`])
    expect(JSON.stringify(listed)).not.toContain('sk_')
  })

  it('sets a webhook, keeps its secret for another address, and the old secret for a day', async () => {
    const { run, store, time } = await openWorld()
    await expect(run('webhook rotate shop')).rejects.toThrow('shop has no webhook')
    const set = await run('webhook set shop https://shop.example/hook')
    expect(set.secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(await run('webhook set shop https://shop.example/other')).toMatchObject({ secret: set.secret })
    time.now = 5_000
    const rotated = await run('webhook rotate shop')
    expect(rotated.secret).not.toBe(set.secret)
    const row = () =>
      store.db
        .selectFrom('project_webhooks')
        .select(['url', 'secret', 'old_secret', 'old_until'])
        .executeTakeFirst()
    expect(await row()).toEqual({
      url: 'https://shop.example/other',
      secret: rotated.secret,
      old_secret: set.secret,
      old_until: 5_000 + 86_400_000,
    })
    await run('webhook remove shop')
    expect(await row()).toBeUndefined()
  })

  it('lists the receivers of a project, each once', async () => {
    const { run } = await openWorld()
    expect(await run(`receivers add shop ${till} ${other.toLowerCase()} ${till}`)).toEqual({
      receivers: [other, till],
    })
    expect(await run(`receivers remove shop ${till.toLowerCase()}`)).toEqual({ receivers: [other] })
    expect(await run(`receivers set shop ${till}`)).toEqual({ receivers: [till] })
    expect(await run('receivers list other')).toEqual({ receivers: [] })
    expect(formatAccess(await run('receivers set shop'))).toBe('receivers  none')
    await expect(run('receivers list nobody')).rejects.toThrow('There is no project nobody')
  })

  it('T130: takes http on this machine alone, and only in development', async () => {
    const { run } = await openWorld(true)
    expect(await run('webhook set shop http://localhost:5173/hook')).toMatchObject({
      url: 'http://localhost:5173/hook',
    })
    await expect(run('webhook set shop http://shop.example/')).rejects.toThrow('A webhook is https')
  })
})

describe('T130: what is no webhook', () => {
  it.each([
    'http://shop.example/hook',
    'http://localhost:5173/hook',
    'https://user:word@shop.example/',
    'https://shop.example:8443/',
    'https://shop.example/#hook',
    'ftp://shop.example/',
    'shop.example',
  ])('%s', url => {
    expect(refuseWebhookUrl(url, false)).toMatch(/^A webhook/)
  })
})

describe('what is no command', () => {
  it.each([
    ['secret drop shop', 'secret wants add, list or revoke'],
    ['secret revoke shop', 'Which secret?'],
    ['secret add shop more', '"more" is one word too many'],
    ['secret add a/b', 'A project id is'],
    ['webhook shop', 'webhook wants set, show, rotate or remove'],
    ['webhook set shop', 'Which address?'],
    ['receivers add shop', 'Which accounts?'],
    ['receivers add shop 0xa0Ee7A142d267C1f36714E4a8F75612F20a79720', 'is no account as CAIP-10'],
    ['receivers add shop eip155:1:0xa0ee7A142d267C1f36714E4a8F75612F20a79720', 'is no account as CAIP-10'],
  ])('%s', (text, message) => {
    expect(() => parseProjectCommand(text.split(' '))).toThrow(message)
  })
})
