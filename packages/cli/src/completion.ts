import { type Command, onlyArgument } from "./command.ts";
import { usageError } from "./failure.ts";
import { print } from "./output.ts";

/** The command that prints a shell's completion of these commands. */
export function completionOf(commands: () => Record<string, Command>): Command {
  return {
    usage: "bash|zsh|fish",
    summary: "Print completion for your shell",
    run: async ({ args }) => {
      const shell = onlyArgument(args, "shell");
      const names = Object.keys(commands()).join(" ");
      const flags = [...new Set(Object.values(commands()).flatMap(({ options = {} }) => Object.keys(options)))];
      const words = [...flags, "json", "key", "url", "account", "help"].map((flag) => `--${flag}`).join(" ");
      const script = SCRIPTS[shell];
      if (!script) throw usageError(`There is completion for ${Object.keys(SCRIPTS).join(", ")}.`);
      print(script(names, words));
    },
  };
}

const SCRIPTS: Record<string, (names: string, flags: string) => string> = {
  bash: (names, flags) => `_skm() {
  local word=\${COMP_WORDS[COMP_CWORD]}
  if [[ $COMP_CWORD -eq 1 ]]; then COMPREPLY=($(compgen -W "${names}" -- "$word"))
  elif [[ $word == -* ]]; then COMPREPLY=($(compgen -W "${flags}" -- "$word"))
  else COMPREPLY=($(compgen -f -- "$word")); fi
}
complete -F _skm skm`,
  zsh: (names, flags) => `#compdef skm
_skm() {
  if (( CURRENT == 2 )); then compadd ${names}
  elif [[ $PREFIX == -* ]]; then compadd -- ${flags}
  else _files; fi
}
compdef _skm skm`,
  fish: (names, flags) =>
    [
      `complete -c skm -n __fish_use_subcommand -f -a "${names}"`,
      ...flags.split(" ").map((flag) => `complete -c skm -l ${flag.slice(2)}`),
    ].join("\n"),
};
