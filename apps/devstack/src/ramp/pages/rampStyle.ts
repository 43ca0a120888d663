export const rampStyle = `
:root {
  color-scheme: light dark;
  --back: #f4f5f3; --card: #fff; --text: #1a1f1d; --soft: #59625e; --line: #d5dad7; --field: #8a938f;
  --main: #1d5c50; --on-main: #fff; --bad: #a3261b; --mark: #e6efec;
  font: 16px/1.5 system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #101413; --card: #191f1d; --text: #e9eeeb; --soft: #a3ada8; --line: #313a37; --field: #76817c;
    --main: #7fd0bd; --on-main: #0c2620; --bad: #ff9d92; --mark: #22302c;
  }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; background: var(--back); color: var(--text) }
header, main { max-width: 30rem; margin: 0 auto; padding: 0 1rem }
header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: space-between; padding-block: 1rem }
header span { color: var(--soft); font-size: .875rem }
main { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem 1.25rem 1.5rem }
h1 { font-size: 1.375rem; line-height: 1.3; margin: 0 0 .75rem; overflow-wrap: anywhere }
h2 { font-size: 1rem; margin: 1.5rem 0 .25rem }
p { margin: .75rem 0; overflow-wrap: anywhere }
.soft { color: var(--soft); font-size: .875rem }
dl { margin: .75rem 0 1rem }
dl div { display: flex; gap: 1rem; justify-content: space-between; padding: .375rem 0; border-bottom: 1px solid var(--line) }
dl div:last-child { border-bottom: 0 }
dt { color: var(--soft); flex: none }
dd { margin: 0; text-align: end; overflow-wrap: anywhere; min-width: 0 }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere }
form { display: grid; gap: .75rem; margin-top: 1rem }
label { display: grid; gap: .25rem; font-weight: 600 }
label.check { grid-template-columns: auto 1fr; align-items: start; gap: .625rem; font-weight: 400 }
label.check input { margin: .25rem 0 0; width: 1.125rem; height: 1.125rem; accent-color: var(--main) }
input:not([type=checkbox]) { font: inherit; font-weight: 400; width: 100%; min-height: 2.75rem; padding: 0 .75rem; color: inherit; background: transparent; border: 1px solid var(--field); border-radius: .5rem }
input[aria-invalid] { border-color: var(--bad) }
button, a.button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem .875rem; border: 1px solid var(--main); border-radius: .5rem; cursor: pointer; display: block; text-align: center; text-decoration: none }
button { background: var(--main); color: var(--on-main) }
button.quiet, a.button { background: transparent; color: var(--main) }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
.problem { color: var(--bad); margin: 0 }
table { width: 100%; border-collapse: collapse; font-size: .875rem }
th, td { text-align: start; padding: .375rem 0; border-bottom: 1px solid var(--line); font-weight: 400; vertical-align: top }
td:last-child { text-align: end }
tr:last-child > * { border-bottom: 0 }
caption { text-align: start; font-weight: 600; padding: 1rem 0 .25rem }
.mark { background: var(--mark); border-radius: .5rem; padding: .5rem .75rem }
@media (max-width: 430px) { dd code { font-size: .78em } }
@media (max-width: 480px) { body { background: var(--card) } main { border: 0; border-radius: 0; padding: 0 1rem 2rem } }
`
