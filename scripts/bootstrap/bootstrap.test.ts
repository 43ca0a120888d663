import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { childEnv } from './childEnv.mjs'
import { matchesLockfile } from './dependencies.mjs'
import { nodeRuntime } from './nodeRuntime.mjs'
import { npmCli } from './npmCli.mjs'
import { installArgs, runNpm } from './runNpm.mjs'
import { explain } from './say.mjs'
import { withSetupLock } from './setupLock.mjs'

let root = ''
const children: ChildProcess[] = []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'latchkey-bootstrap-'))
})

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

const lockfile = (packages: Record<string, object>) =>
  JSON.stringify({ lockfileVersion: 3, packages: { '': {}, ...packages } })

describe('nodeRuntime', () => {
  test('takes the running Node when it is new enough', async () => {
    const versions = { ...process.versions, node: '26.1.0' }
    expect(await nodeRuntime({ root, npm: '', versions })).toEqual({
      node: process.execPath,
      folders: [dirname(process.execPath)],
    })
  })

  test.each([
    [{ platform: 'darwin', arch: 'arm64', glibc: false }, 'macOS'],
    [{ platform: 'win32', arch: 'x64', glibc: false }, 'Windows'],
    [{ platform: 'linux', arch: 'x64', glibc: false }, 'musl'],
    [{ platform: 'linux', arch: 'riscv64', glibc: true }, 'riscv64'],
    [{ platform: 'freebsd', arch: 'x64', glibc: false }, 'freebsd'],
  ])('tells %j to install Node 24, in one line', async (machine, word) => {
    const versions = { ...process.versions, node: '20.20.2' }
    const failure = await nodeRuntime({ root, npm: '', versions, machine }).catch(
      (error: Error) => error.message,
    )
    expect(failure).toMatch(new RegExp(`^this is Node 20.20.2, .*${word}.* Install Node 24 [^\\n]*$`))
  })

  test('uses the Node that an earlier run fetched', async () => {
    write({ '.cache/node-24.21.0/bin/node': '' })
    const versions = { ...process.versions, node: '20.20.2' }
    const { node } = await nodeRuntime({ root, npm: '', versions })
    expect(node).toBe(join(root, '.cache/node-24.21.0/bin/node'))
  })
})

describe('childEnv', () => {
  const settings = {
    node: '/n/bin/node',
    folders: ['/n/bin', '/r/node_modules/.bin'],
    npm: '/npm/bin/npm-cli.js',
  }

  test('puts Node 24 first, drops what npm told its own run, keeps what the owner set', () => {
    const env = childEnv(
      {
        PATH: '/usr/bin:/n/bin',
        npm_lifecycle_event: 'test',
        npm_config_cafile: '',
        npm_config_registry: 'http://r',
        NODE_OPTIONS: '--max-old-space-size=1',
        HOME: '/h',
      },
      settings,
    )
    expect(env).toEqual({
      PATH: '/n/bin:/r/node_modules/.bin:/usr/bin',
      npm_config_registry: 'http://r',
      NODE_OPTIONS: '--max-old-space-size=1 --conditions=@latchkey/source',
      HOME: '/h',
      NODE: '/n/bin/node',
      LATCHKEY_NPM_CLI: '/npm/bin/npm-cli.js',
    })
  })

  test('nested, it adds nothing twice', () => {
    const once = childEnv({ PATH: '/usr/bin' }, settings)
    expect(childEnv(once, settings)).toEqual(once)
  })
})

describe('npmCli', () => {
  test('takes the npm that started it, else the one on PATH, and no other tool', () => {
    write({ 'lib/npm/bin/npm-cli.js': '', 'other/pnpm.cjs': '' })
    mkdirSync(join(root, 'bin'))
    symlinkSync(join(root, 'lib/npm/bin/npm-cli.js'), join(root, 'bin/npm'))
    const nowhere = join(root, 'nowhere/node')
    const cli = join(root, 'lib/npm/bin/npm-cli.js')
    expect(npmCli({ npm_execpath: cli }, nowhere)).toBe(cli)
    expect(npmCli({ npm_execpath: join(root, 'other/pnpm.cjs'), PATH: join(root, 'bin') }, nowhere)).toBe(cli)
    expect(() => npmCli({ PATH: '/' }, nowhere)).toThrow('npm was not found')
  })
})

describe('matchesLockfile', () => {
  const a = { version: '1.0.0', integrity: 'sha512-a' }
  const wanted = {
    'packages/x': { version: '0.0.0' },
    'node_modules/x': { resolved: 'packages/x', link: true },
    'node_modules/a': a,
    'node_modules/a/node_modules/b': { version: '2.0.0', integrity: 'sha512-b' },
    'node_modules/other-system': { version: '1.0.0', optional: true },
  }
  const { 'node_modules/other-system': _, ...present } = wanted

  function installed(packages: Record<string, object>): boolean {
    write({ 'package-lock.json': lockfile(wanted), 'node_modules/.package-lock.json': lockfile(packages) })
    for (const path of ['node_modules/x', 'node_modules/a/node_modules/b'])
      mkdirSync(join(root, path), { recursive: true })
    return matchesLockfile(root)
  }

  test('accepts what npm ci would install', () => expect(installed(present)).toBe(true))

  test.each([
    ['another version', { ...present, 'node_modules/a': { ...a, version: '1.0.1' } }],
    ['another content', { ...present, 'node_modules/a': { ...a, integrity: 'sha512-z' } }],
    ['a missing package', { 'node_modules/a': a, 'node_modules/x': { link: true } }],
  ])('refuses %s', (_title, packages) => expect(installed(packages)).toBe(false))

  test('refuses when a folder is gone or nothing is installed', () => {
    expect(installed(present)).toBe(true)
    rmSync(join(root, 'node_modules/a'), { recursive: true })
    expect(matchesLockfile(root)).toBe(false)
    rmSync(join(root, 'node_modules'), { recursive: true })
    expect(matchesLockfile(root)).toBe(false)
  })
})

describe('installArgs', () => {
  const run = (cwd: string, args: readonly string[]) => {
    // npm's variables for its own runs would affect this installation.
    const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
    const env = { ...Object.fromEntries(own), NODE_OPTIONS: '', npm_config_cache: join(root, 'npm') }
    return runNpm({
      node: process.execPath,
      npm: npmCli(),
      cwd: join(root, cwd),
      env,
      args: [...args, '--offline'],
    })
  }
  const pack = (version: string) => {
    const postinstall = `node -e "fs.writeFileSync('${join(root, 'ran')}', '')"`
    const manifest = { name: 'canary', version: '1.0.0', description: version, scripts: { postinstall } }
    write({ 'canary/package.json': JSON.stringify(manifest) })
    return run('canary', ['pack', '--pack-destination', root])
  }

  test('T96: scripts of a package do not run, and nothing is installed that is not what the lockfile says', async () => {
    const dependencies = { canary: 'file:../canary-1.0.0.tgz' }
    write({ 'host/package.json': JSON.stringify({ name: 'host', version: '1.0.0', dependencies }) })
    await pack('as it was')
    await run('host', ['install', '--package-lock-only'])
    expect(await run('host', installArgs)).toMatchObject({ code: 0 })
    expect(existsSync(join(root, 'host/node_modules/canary/package.json'))).toBe(true)
    expect(existsSync(join(root, 'ran'))).toBe(false)

    await pack('as somebody made it since')
    // It has the right one there.
    rmSync(join(root, 'npm'), { recursive: true })
    expect(await run('host', installArgs)).toMatchObject({
      code: 1,
      output: expect.stringMatching('EINTEGRITY'),
    })

    // It would have run.
    await pack('as it was')
    const anyhow = installArgs.filter(each => each !== '--ignore-scripts')
    expect(await run('host', anyhow)).toMatchObject({ code: 0 })
    expect(existsSync(join(root, 'ran'))).toBe(true)
  })
})

describe('withSetupLock', () => {
  const path = () => join(root, 'deep/setup.lock')

  test('lets one work at a time, and lets go after a failure', async () => {
    let inside = 0
    let most = 0
    const work = async () => {
      inside += 1
      most = Math.max(most, inside)
      await new Promise(resolve => setImmediate(resolve))
      inside -= 1
    }
    await withSetupLock(path(), () => Promise.reject(new Error('no'))).catch(() => undefined)
    await Promise.all([withSetupLock(path(), work), withSetupLock(path(), work), withSetupLock(path(), work)])
    expect(most).toBe(1)
    expect(existsSync(path())).toBe(false)
  })

  test('takes over from an owner that is dead', async () => {
    write({ 'deep/setup.lock': '4194999' })
    expect(
      await withSetupLock(
        path(),
        async () => readFileSync(path(), 'utf8'),
        () => false,
      ),
    ).toBe(String(process.pid))
  })

  test('says that it cannot read who owns it, instead of trying for ever', async () => {
    mkdirSync(path(), { recursive: true })
    const work = () => Promise.reject(new Error('It was taken over.'))
    await expect(withSetupLock(path(), work)).rejects.toThrow(/EISDIR/)
  })

  // A number in a folder that the user may not change, as in one left by root.
  const theirs = '/sys/devices/system/cpu/kernel_max'
  test.runIf(existsSync(theirs))('says that it may not take over, instead of trying for ever', async () => {
    const work = () => Promise.reject(new Error('It was taken over.'))
    await expect(withSetupLock(theirs, work, () => false)).rejects.toThrow(/EPERM|EACCES|EROFS/)
  })
})

describe('explain', () => {
  test.each([
    ['npm error code ENOSPC\nnpm error nospc', /no space left/],
    ['npm error code ENOTFOUND', /registry cannot be reached/],
    ['npm error connect ECONNREFUSED 127.0.0.1:9', /registry cannot be reached/],
    ['npm error code EACCES', /: this folder cannot be written \(EACCES\)/],
    [
      'npm error code EROFS\nnpm error syscall mkdir\nnpm error path /home/ada/.npm\nnpm error errno EROFS',
      /: \/home\/ada\/\.npm cannot be written \(EROFS\)/,
    ],
    [
      "Error: EACCES: permission denied, mkdir '/src/latchkey/.cache'\n    at mkdirSync",
      /: \/src\/latchkey\/\.cache cannot be written \(EACCES\)/,
    ],
    ['npm error code EINTEGRITY', /integrity/],
    [
      'npm error code EUSAGE\nnpm error\nnpm error the lockfile is out of step',
      /failed: the lockfile is out of step$/,
    ],
    ['', /npm said nothing/],
  ])('%j becomes one line', (output, expected) => {
    expect(explain('Installing', output)).toMatch(expected)
    expect(explain('Installing', output)).not.toContain('\n')
  })
})

describe('run.mjs', () => {
  /** A checkout with nothing to install, whose `start` is the given program. */
  function checkout(program: string): string {
    write({
      'package.json': JSON.stringify({ name: 'checkout', version: '0.0.0', type: 'module' }),
      'package-lock.json': JSON.stringify({
        name: 'checkout',
        version: '0.0.0',
        lockfileVersion: 3,
        packages: { '': { name: 'checkout', version: '0.0.0' } },
      }),
      'node_modules/.package-lock.json': lockfile({}),
      'apps/devstack/src/main.ts': program,
    })
    cpSync(import.meta.dirname, join(root, 'scripts/bootstrap'), { recursive: true })
    return join(root, 'scripts/bootstrap/run.mjs')
  }

  function start(run: string): {
    child: ChildProcess
    said(word: string): Promise<string>
    code: Promise<number | null>
  } {
    const child = spawn(process.execPath, [run, 'start'], { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    let output = ''
    const said = (word: string) =>
      new Promise<string>(resolve => {
        const look = () => output.includes(word) && resolve(output)
        child.stdout?.on('data', look)
        look()
      })
    child.stdout?.on('data', data => {
      output += data
    })
    return { child, said, code: new Promise(resolve => child.on('exit', resolve)) }
  }

  test('runs the task with its arguments and keeps its exit code', () => {
    const run = checkout(
      `const said: string = process.argv.slice(2).join(); console.log(said, process.execArgv[0]); process.exit(7)`,
    )
    const failure = (() => {
      try {
        execFileSync(process.execPath, [run, 'start', '--fresh', 'x'], { encoding: 'utf8' })
        return undefined
      } catch (error) {
        return error as { status: number; stdout: string }
      }
    })()
    expect(failure).toMatchObject({ status: 7, stdout: '--fresh,x --conditions=@latchkey/source\n' })
  })

  test.each([
    ['dance', /usage: .*start\|server\|test/],
    ['bench', /bench\/src\/main\.ts is missing/],
  ])('the task %j is refused in one line', (task, expected) => {
    const run = checkout('')
    const result = (() => {
      try {
        return execFileSync(process.execPath, [run, task], { encoding: 'utf8', stdio: 'pipe' })
      } catch (error) {
        return (error as { stderr: string }).stderr
      }
    })()
    expect(result).toMatch(expected)
    expect(result.trim().split('\n')).toHaveLength(1)
  })

  const stays = `import { spawn } from 'node:child_process'
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    process.on('SIGINT', () => { console.log('told'); process.exit(5) })
    console.log('up', process.pid, child.pid, '.')`

  const gone = async (pids: number[]) => {
    const alive = () =>
      pids.filter(pid => existsSync(`/proc/${pid}`) && !/ Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')))
    await expect.poll(alive).toEqual([])
  }

  const pidsIn = (output: string) =>
    output
      .match(/up (\d+) (\d+)/)
      ?.slice(1)
      .map(Number) ?? []

  test.runIf(process.platform === 'linux')('passes a signal on once, and leaves no child', async () => {
    const { child, said, code } = start(checkout(stays))
    const pids = pidsIn(await said('.'))
    child.kill('SIGINT')
    child.kill('SIGINT')
    expect((await said('told')).match(/told/g)).toHaveLength(1)
    expect(await code).toBe(5)
    await gone(pids)
  })

  test.runIf(process.platform === 'linux')(
    'killed without a word, it takes the task and its children with it',
    async () => {
      const { child, said } = start(checkout(stays))
      const pids = pidsIn(await said('.'))
      child.kill('SIGKILL')
      await gone(pids)
    },
  )
})
