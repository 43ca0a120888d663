import { spawn } from 'node:child_process'

/** Runs a program and resolves with its exit code and output. @throws AbortError when the signal ends it. */
export function runTool(
  command: readonly string[],
  options: { cwd: string; env?: Record<string, string>; signal?: AbortSignal },
): Promise<{ code: number; output: string }> {
  const [program = '', ...args] = command
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...options.env }
    const { cwd, signal } = options
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal }),
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.on('error', reject)
    child.on('close', code => resolve({ code: code ?? 1, output }))
  })
}
