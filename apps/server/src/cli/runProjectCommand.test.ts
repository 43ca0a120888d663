import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createLog } from '../core/log/createLog.ts'
import { createLocalShared } from '../core/scale/createLocalShared.ts'
import { ownEnvironment } from '../core/scale/serverProcess.fixture.ts'
import { eachStore } from '../core/store/eachStore.fixture.ts'
import { createProjects } from '../projects/createProjects.ts'
import { startServer } from '../startServer.ts'
import { formatProjects } from './formatProjects.ts'
import { isAccessCommand } from './parseAccessCommand.ts'
import { parseProjectCommand } from './parseProjectCommand.ts'
import { runProjectCommand } from './runProjectCommand.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

eachStore('latchkey-server project', open => {
  async function openWorld() {
    const store = await open()
    const clock = () => 0
    const shared = createLocalShared({ clock, log: createLog({ level: 'silent' }) })
    const run = (text: string) => {
      const parsed = parseProjectCommand(text.split(' '))
      if (parsed.help || isAccessCommand(parsed.command)) throw new Error('no command')
      return runProjectCommand({ store, shared, now: () => 1 }, parsed.command)
    }
    return { store, run, projects: createProjects({ store, shared, clock, lifetime: 60_000 }) }
  }

  it('creates, changes and lists', async () => {
    const { run } = await openWorld()
    const [made] = await run('create')
    expect(made?.id).toMatch(/^[0-9a-f]{32}$/)
    await run('create shop --name Shop --origin https://a.example --feature social_login=google,x')
    await run('origins shop add https://b.example https://a.example')
    await run('origins shop remove https://a.example')
    await run('features shop swap=on social_login=off')
    const [shop] = await run('analytics shop on')
    expect(shop).toEqual({
      id: 'shop',
      name: 'Shop',
      // Clients refuse flags that were signed for an earlier one.
      revision: 1,
      allowedOrigins: ['https://b.example'],
      features: [
        { id: 'social_login', isEnabled: false, config: null },
        { id: 'swap', isEnabled: true, config: null },
      ],
      addresses: [],
      isAnalyticsEnabled: true,
    })
    expect((await run('origins shop set'))[0]?.allowedOrigins).toEqual([])
    expect((await run('list')).map(({ id }) => id).sort()).toEqual([made?.id, 'shop'].sort())
  })

  it('stores the addresses of a project, all at once, and none where they are none', async () => {
    const { run, store } = await openWorld()
    await run('create shop')
    const one = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
    const two = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
    const [shop] = await run(`addresses shop ${one.toLowerCase()} ${two}`)
    expect(shop?.addresses).toEqual([one, two])
    expect(formatProjects(shop ? [shop] : [])).toContain(`addresses ${one}`)
    expect((await run(`addresses shop ${two}`))[0]?.addresses).toEqual([two])
    expect((await run('addresses shop none'))[0]?.addresses).toEqual([])
    for (const stored of ['{', '{}', `["${two}x"]`, '["*"]']) {
      await store.write([
        store.compose.updateTable('projects').set({ addresses: stored }).where('id', '=', 'shop').compile(),
      ])
      expect((await run('show shop'))[0]?.addresses, stored).toEqual([])
    }
  })

  it('S11d: shows a stored origin that is none, and removes it', async () => {
    const { run, store } = await openWorld()
    await run('create shop --origin https://a.example')
    await store.write([
      store.compose
        .insertInto('project_origins')
        .values({ project_id: 'shop', origin: 'https://*.shop.example' })
        .compile(),
    ])
    const [shown] = await run('show shop')
    expect(shown?.allowedOrigins).toContain('https://*.shop.example')
    expect(formatProjects(shown === undefined ? [] : [shown])).toContain(
      'https://*.shop.example (ignored: no origin)',
    )
    const [without] = await run('origins shop remove https://*.shop.example')
    expect(without?.allowedOrigins).not.toContain('https://*.shop.example')
  })

  it('refuses to create a project whose id exists, and leaves it unchanged', async () => {
    const { run } = await openWorld()
    await run('create shop')
    await expect(run('create shop --origin https://evil.example --analytics')).rejects.toThrow(
      'There is a project shop already',
    )
    expect((await run('show shop'))[0]).toMatchObject({ allowedOrigins: [], isAnalyticsEnabled: false })
    await expect(run('origins nobody add https://a.example')).rejects.toThrow('There is no project nobody')
  })

  it('notifies servers, which apply the change at once', async () => {
    const { run, projects } = await openWorld()
    await run('create shop')
    expect((await projects.find('shop'))?.allowedOrigins).toEqual([])
    await run('origins shop add https://a.example')
    expect((await projects.find('shop'))?.allowedOrigins).toEqual(['https://a.example'])
  })

  it('runs as a command while a server does', async () => {
    await open.place()
    const env = { ...open.environment(), PROJECT_CACHE_MS: '0', PORT: '0', LOG_LEVEL: 'silent' }
    const server = await startServer({ port: 0, env })
    const command = (...words: string[]) =>
      new Promise<{ code: unknown; stdout: string; stderr: string }>(resolve => {
        execFile(
          process.execPath,
          ['--conditions=@latchkey/source', main, ...words],
          { env: { ...ownEnvironment(), ...env } },
          (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
        )
      })
    const ask = () =>
      fetch(`${server.url}/appkit/v1/config?projectId=shop`, { headers: { origin: 'https://a.example' } })
    try {
      expect((await ask()).status).toBe(401)
      const made = await command('project', 'create', 'shop', '--origin', 'https://a.example', '--json')
      expect([made.code, made.stderr]).toEqual([0, ''])
      expect(JSON.parse(made.stdout)).toMatchObject({ id: 'shop', allowedOrigins: ['https://a.example'] })
      expect((await ask()).status).toBe(200)
      const again = await command('project', 'create', 'shop')
      expect([again.code, again.stderr]).toEqual([2, 'latchkey-server: There is a project shop already\n'])
      const shown = await command('project', 'show', 'shop')
      expect(shown.stdout.split('\n').map(line => line.trim())).toEqual([
        'shop',
        'name      shop',
        'origins   https://a.example',
        'features  none',
        'addresses none',
        'analytics off',
        '',
      ])
    } finally {
      await server.close()
    }
  })
})

it.each([
  ['projects list', 'There is no command "projects"; --help lists them'],
  ['start --port 7700', '"--port" is one word too many'],
])('latchkey-server %s: a mistake is one line and exit code 2 (apps/server/README.md)', (words, line) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@latchkey/source', main, ...words.split(' ')],
    { encoding: 'utf8', env: ownEnvironment() },
  )
  expect([status, stdout, stderr]).toEqual([2, '', `latchkey-server: ${line}\n`])
})
