import { createHash } from 'node:crypto'
import { type ApiDocument, answerOf, isSuccess, type Operation } from './createDocument.ts'
import { formatSchema } from './formatSchema.ts'
import { listOperations } from './listOperations.ts'

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 2rem 1rem; }
h1 { font-size: 1.5rem; }
details { border-block-start: 1px solid var(--line); }
summary { cursor: pointer; padding: .75rem 0; }
summary > code { font-weight: 600; }
summary span { opacity: .75; }
.method { display: inline-block; min-width: 3.5rem; }
table { border-collapse: collapse; margin-block: .5rem 1rem; width: 100%; }
th, td { border-block-end: 1px solid var(--line); padding: .35rem .75rem .35rem 0; text-align: start; vertical-align: top; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap; }
`

/** The policy of the page: its own style and nothing else, no script and no request. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The reference as one page without a script. */
export function formatPage(document: ApiDocument): string {
  const { title, description } = document.info
  const calls = listOperations(document).map(({ method, path, operation }) =>
    formatCall(method, path, operation),
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${html(title)}</title>
<style>${style}</style>
<h1>${html(title)}</h1>
<p>${prose(description)}</p>
<p>The same as <a href="openapi.json">OpenAPI 3.1</a>.</p>
${calls.join('\n')}
</html>
`
}

function formatCall(method: string, path: string, operation: Operation): string {
  const body = operation.requestBody?.content['application/json']?.schema
  const [status, { content = {} }] = answerOf(operation)
  const json = content['application/json']
  const answer = json === undefined ? Object.keys(content).join(', ') : formatSchema(json.schema)
  return `<details id="${html(operation.operationId)}">
<summary><code><span class="method">${method}</span> ${html(path)}</code><br><span>${prose(operation.summary)}</span></summary>
${operation.parameters.length === 0 ? '' : formatParameters(operation)}
${body === undefined ? '' : `<p>Body</p><pre>${html(formatSchema(body))}</pre>`}
<p>Answer${status === '200' ? '' : `, with status ${status}`}</p><pre>${html(answer)}</pre>
${formatRefusals(operation)}
</details>`
}

function formatParameters({ parameters }: Operation): string {
  const rows = parameters.map(({ name, in: place, required, schema }) => {
    const value = typeof schema.pattern === 'string' ? `/${schema.pattern}/` : formatSchema(schema)
    return `<tr><td><code>${html(name)}</code>${required ? '' : ' (optional)'}<td>${place}<td><code>${html(value)}</code>`
  })
  return `<table><tr><th>Name<th>In<th>Value${rows.join('')}</table>`
}

function formatRefusals({ responses }: Operation): string {
  const rows = Object.entries(responses)
    .filter(([status]) => !isSuccess(status))
    .map(([status, { description }]) => `<tr><td>${html(status)}<td>${prose(description)}`)
  return rows.length === 0 ? '' : `<table><tr><th>Status<th>Refusal${rows.join('')}</table>`
}

/** Sentences as the contract's comments have them: what stands in backticks is code. */
function prose(text: string): string {
  return html(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function html(text: string): string {
  return text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
}
