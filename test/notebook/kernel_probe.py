"""Talks to the project's kernel as a front end does and prints what came back as one JSON object."""

import json
import os
import signal
import time

from jupyter_client.manager import KernelManager


def main():
    manager = KernelManager(kernel_name="rlvr-lab")
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    pid = manager.provisioner.pid
    found = {"info": client.kernel_info(reply=True, timeout=20)["content"]["language_info"]}
    try:
        found.update(probe(client, pid))
    finally:
        client.stop_channels()
        manager.shutdown_kernel()
    found["left running"] = running(pid)
    print(json.dumps(found))


def probe(client, pid):
    say = client.execute
    run = lambda code: collect(client, say(code))
    found = {"cwd": run("console.log(require('fs').existsSync('package.json'))")}
    run("const earlier = 3;")
    found["shorthand"] = run("console.log({ earlier });")
    found["thrown"] = run("function deep() { throw new RangeError('too deep'); }\ndeep();")
    time.sleep(0.3)
    found["compile"] = run("const n: number = 'text';")
    time.sleep(0.3)
    found["cause"] = run("throw new Error('outer', { cause: new TypeError('inner') } as any);")
    time.sleep(0.3)
    first, second = say("throw 'plain'"), say("console.log('dropped')")
    found["queued"] = [collect(client, first), collect(client, second)]
    time.sleep(0.3)
    first = say("throw new Error('allowed')", stop_on_error=False)
    second = say("console.log('still runs')")
    found["allowed"] = [collect(client, first), collect(client, second)]
    found["awaited"] = interrupted(client, pid, "await new Promise((done) => setTimeout(done, 60000));")
    found["busy"] = interrupted(client, pid, "while (true) {}")
    time.sleep(0.3)
    found["alive"] = run("console.log(1 + 1)")
    run('import { maxRlAdvantage } from "rlvr-lab";')
    found["hover"] = client.inspect("maxRlAdvantage", 5, reply=True, timeout=20)["content"]["data"]["text/plain"]
    found["completion"] = client.complete("maxRlA", 6, reply=True, timeout=20)["content"]["matches"]
    return found


def interrupted(client, pid, code):
    message = client.execute(code)
    time.sleep(1.0)
    begin = time.monotonic()
    os.kill(pid, signal.SIGINT)
    result = collect(client, message)
    time.sleep(0.3)
    return {**result, "seconds": time.monotonic() - begin}


def collect(client, message, seconds=30):
    """Everything that one request caused, until its reply and its idle status."""
    text, error, inputs, end = "", None, [], time.monotonic() + seconds
    while time.monotonic() < end:
        said = client.get_iopub_msg(timeout=seconds)
        if said["parent_header"].get("msg_id") != message:
            continue
        kind, content = said["msg_type"], said["content"]
        if kind == "stream":
            text += content["text"]
        elif kind == "error":
            error = content
        elif kind == "execute_input":
            inputs.append(content["execution_count"])
        elif kind == "status" and content["execution_state"] == "idle":
            break
    reply = client.get_shell_msg(timeout=seconds)
    assert reply["parent_header"]["msg_id"] == message
    return {"text": text, "error": error, "inputs": inputs, "status": reply["content"]["status"]}


def running(pid):
    try:
        os.kill(pid, 0)
        return True
    except ProcessLookupError:
        return False


main()
