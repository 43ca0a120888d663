#!/usr/bin/env node
import { createLog } from '../core/log/createLog.ts'
import { openShared } from '../core/scale/openShared.ts'
import { EnvironmentError } from '../core/settings/environmentError.ts'
import { openStore } from '../core/store/openStore.ts'
import { migrations } from '../migrations.ts'
import { parseEnvironment } from '../parseEnvironment.ts'
/** `latchkey-server start` runs the services; `project …` sets up who may use them, `custody …` looks after keys' keys. */
import { openVault } from '../people/custody/vault/openVault.ts'
import { CommandError } from './commandError.ts'
import { doctorHelp, runDoctorCommand } from './doctor/runDoctorCommand.ts'
import { formatProjects } from './formatProjects.ts'
import { isAccessCommand } from './parseAccessCommand.ts'
import { parseProjectCommand, projectHelp } from './parseProjectCommand.ts'
import { formatAccess, runAccessCommand } from './runAccessCommand.ts'
import { custodyHelp, runCustodyCommand } from './runCustodyCommand.ts'
import { runProjectCommand } from './runProjectCommand.ts'

const [room, ...words] = process.argv.slice(2)
if (room === 'start' && words.length === 0) await import('../main.ts')
else if (room === 'project') await project(words)
else if (room === 'custody') await custody(words)
else if (room === 'doctor') await doctor(words)
else if (room === undefined || room === 'help' || room === '--help')
  process.stdout.write(
    `latchkey-server start\n  runs the services\n\n${projectHelp}\n\n${custodyHelp}\n\n${doctorHelp}\n`,
  )
else
  complain(
    new CommandError(
      room === 'start'
        ? `"${words[0]}" is one word too many`
        : `There is no command "${room}"; --help lists them`,
    ),
  )

async function project(args: readonly string[]): Promise<void> {
  try {
    const parsed = parseProjectCommand(args)
    if (parsed.help) {
      process.stdout.write(`${projectHelp}\n`)
      return
    }
    const settings = parseEnvironment(process.env)
    const store = await openStore(settings, migrations)
    try {
      if (isAccessCommand(parsed.command)) {
        const { development } = settings
        const answer = await runAccessCommand({ store, now: Date.now, development }, parsed.command)
        process.stdout.write(`${parsed.json ? JSON.stringify(answer) : formatAccess(answer)}\n`)
        return
      }
      const clock = () => performance.now()
      const shared = await openShared({ settings, store, clock, log: createLog({ level: 'silent' }) })
      try {
        const projects = await runProjectCommand({ store, shared, now: Date.now }, parsed.command)
        const one = parsed.command.verb === 'list' ? projects : projects[0]
        process.stdout.write(parsed.json ? `${JSON.stringify(one)}\n` : `${formatProjects(projects)}\n`)
      } finally {
        await shared.close()
      }
    } finally {
      await store.close()
    }
  } catch (error) {
    complain(error)
  }
}

async function custody(args: readonly string[]): Promise<void> {
  const [verb = 'help'] = args
  if (verb === 'help' || verb === '--help') {
    process.stdout.write(`${custodyHelp}\n`)
    return
  }
  try {
    const settings = parseEnvironment(process.env)
    const store = await openStore(settings, migrations)
    try {
      const { dataFolder } = settings
      const vault = openVault(settings.custody, {
        store,
        dataFolder,
        now: Date.now,
        clock: () => performance.now(),
      })
      const lines = await runCustodyCommand({ store, vault, now: Date.now }, args)
      process.stdout.write(`${lines.join('\n')}\n`)
    } finally {
      await store.close()
    }
  } catch (error) {
    complain(error)
  }
}

async function doctor(args: readonly string[]): Promise<void> {
  try {
    const { text, ended } = await runDoctorCommand(args, process.env)
    process.stdout.write(`${text}\n`)
    process.exitCode = ended
  } catch (error) {
    complain(error)
    // 1 says that something is wrong with the installation.
    process.exitCode = 2
  }
}

function complain(error: unknown): void {
  const lines =
    error instanceof EnvironmentError
      ? error.problems
      : [error instanceof Error ? error.message : String(error)]
  for (const line of lines) process.stderr.write(`latchkey-server: ${line}\n`)
  process.exitCode = error instanceof CommandError ? 2 : 1
}
