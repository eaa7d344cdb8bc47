"""Entry point of `bsk`.

Start-up is a feature, an agent runs one process for each action: nothing is imported before it is known to be needed,
and the version is answered before anything is.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bsk_cli.invocation import Invocation
    from bsk_cli.output import Output

# A reader of our output that went away, as a shell reports it.
BROKEN_PIPE_STATUS = 141


def main() -> int:
    """Run the command line of this process and answer its exit status."""
    arguments = sys.argv[1:]
    if arguments[:1] in (["--version"], ["-V"]):
        from bsk_wire.version import __version__

        sys.stdout.write(f"bsk {__version__}\n")
        return 0
    import signal

    # Held back until there are handlers, so that a Ctrl-C during start-up is answered like any other.
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    from bsk_cli.process import run_process

    return run_process(arguments)


def run(invocation: Invocation) -> int:
    """Run one command and answer its exit status. Every failure becomes output, none is raised."""
    from bsk_cli.output import Output
    from bsk_cli.parsing import asks_for_json
    from bsk_wire.errors import BskError, Reason

    output = Output(invocation)
    try:
        try:
            status = _dispatch(invocation, output)
            output.flush()
        except BskError as error:
            if error.reason == Reason.CLI_PARSE_ERROR and asks_for_json(invocation.arguments):
                output.json = True
            output.failure(error)
            status = error.exit_status
        except BrokenPipeError:
            raise
        except KeyboardInterrupt:
            cancelled = BskError(Reason.CANCELLED, "interrupted")
            output.failure(cancelled)
            status = cancelled.exit_status
        except Exception as error:
            output.fault(error)
            status = 2
        output.flush()
    except BrokenPipeError:
        return BROKEN_PIPE_STATUS
    except BskError as error:
        # The envelope of a failure could not be written either.
        output.failure(error)
        return error.exit_status
    return status


def _dispatch(invocation: Invocation, output: Output) -> int:
    import click

    from bsk_cli.commandtree import root
    from bsk_cli.context import Context
    from bsk_cli.parsing import HelpRequest, asks_for_json, parse_error
    from bsk_wire.errors import BskError, Reason

    context = Context(invocation, output)
    group = root()
    outer = click.Context(group, info_name="bsk", terminal_width=invocation.terminal.columns, obj=context)
    try:
        with outer:
            group.parse_args(outer, list(invocation.arguments))
            status: int | None = group.invoke(outer)
            return status or 0
    except click.UsageError as error:
        raise parse_error(error, outer) from None
    except HelpRequest as request:
        if request.words is None:
            output.lines(request.text)
            return 0
        if not asks_for_json(invocation.arguments):
            output.help(request.text)
            return 1
        program = f"bsk {request.words}".strip()
        message = f"'{program}' needs a subcommand"
        raise BskError(Reason.CLI_PARSE_ERROR, message, hint=f"see `{program} --help`", details=request.text) from None
    finally:
        context.close()
