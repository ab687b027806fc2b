# SPDX-License-Identifier: Apache-2.0
"""The standard plugins, saved and loaded, against numpy, the reference of the onnx package and ONNX Runtime."""

import re

import numpy as np
import pytest
from onnx import helper
from plugin_graph import PluginGraph

import tool

RANDOM = np.random.default_rng(7)


def normal(*shape, dtype=np.float32):
    return RANDOM.standard_normal(shape).astype(dtype)


def close(actual, wanted, tolerance=1e-5):
    assert actual.shape == wanted.shape and np.abs(actual.astype(np.float64) - wanted).max(initial=0) <= tolerance, (actual, wanted)


@pytest.fixture
def graph(folder, request):
    return PluginGraph(folder, request.node.name)


def test_lrelu_and_clip(graph):
    x, h = normal(2, 3, 4), normal(5, 7, dtype=np.float16)
    names = [graph.node("LReLU_TRT", x, negSlope=0.25), graph.node("LReLU_TRT", h, outputs=[np.float16], negSlope=0.5)]
    names += [graph.node("Clip_TRT", x, clipMin=-0.5, clipMax=0.75), graph.node("Clip_TRT", h, outputs=[np.float16], clipMin=0.0, clipMax=6.0)]
    y = graph.run()
    np.testing.assert_array_equal(y[names[0][0]], np.where(x < 0, x * np.float32(0.25), x))
    np.testing.assert_array_equal(y[names[1][0]], np.where(h < 0, h * np.float16(0.5), h))
    np.testing.assert_array_equal(y[names[2][0]], np.clip(x, -0.5, 0.75))
    np.testing.assert_array_equal(y[names[3][0]], np.clip(h, 0, 6))


def gelu(x):
    x = x.astype(np.float64)
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


def test_gelu(graph):
    x, bias = normal(4, 3, 8, 1, 1), normal(8)
    h = x.astype(np.float16)
    plain = graph.node("CustomGeluPluginDynamic", x, type_id=0)
    half = graph.node("CustomGeluPluginDynamic", h, outputs=[np.float16], type_id=1, bias=bias)
    moved = graph.node("CustomGeluPluginDynamic", x, type_id=0, bias=bias)
    y = graph.run()
    close(y[plain[0]], gelu(x))
    close(y[moved[0]], gelu(x + bias[:, None, None]))
    close(y[half[0]], gelu(h + bias[:, None, None]), 1e-2)


def normalised(x, axes, epsilon):
    x = x.astype(np.float64)
    return (x - x.mean(axes, keepdims=True)) / np.sqrt(x.var(axes, keepdims=True) + epsilon)


@pytest.mark.parametrize("version", ["1", "2", "3"])
def test_instance_norm(graph, version):
    x, scales, bias = normal(2, 3, 4, 5), normal(3), normal(3)
    volume = normal(1, 3, 2, 3, 4)
    common = {"version": version, "scales": scales, "bias": bias}
    name = "InstanceNormalization_TRT"
    names = [graph.node(name, x, epsilon=1e-5, **common), graph.node(name, x, epsilon=0.1, relu=1, alpha=0.25, **common)]
    names += [graph.node(name, volume, epsilon=1e-5, **common), graph.node(name, x.astype(np.float16), outputs=[np.float16], epsilon=1e-5, **common)]
    y = graph.run()
    channel = (slice(None), None, None)
    wanted = normalised(x, (2, 3), 1e-5) * scales[channel] + bias[channel]
    close(y[names[0][0]], wanted)
    second = normalised(x, (2, 3), 0.1) * scales[channel] + bias[channel]
    close(y[names[1][0]], np.where(second < 0, 0.25 * second, second))
    close(y[names[2][0]], normalised(volume, (2, 3, 4), 1e-5) * scales[:, None, None, None] + bias[:, None, None, None])
    close(y[names[3][0]], wanted, 1e-2)


def test_group_norm(graph):
    x, scale, bias = normal(2, 6, 3, 4), normal(6), normal(6)
    names = [graph.node("GroupNormalizationPlugin", x, scale, bias, eps=1e-3, num_groups=groups) for groups in (1, 2, 6)]
    y = graph.run()
    for name, groups in zip(names, (1, 2, 6)):
        parts = normalised(x.reshape(2, groups, -1), 2, 1e-3).reshape(x.shape)
        close(y[name[0]], parts * scale[:, None, None] + bias[:, None, None])


@pytest.mark.parametrize("version", ["1", "2", "5", "6"])
def test_skip_layernorm(graph, version):
    x, skip, beta, gamma, bias = normal(4, 2, 16, 1, 1), normal(4, 2, 16, 1, 1), normal(16), normal(16), normal(16)
    told = {"ld": 16} if version in "15" else {}
    name = "CustomSkipLayerNormPluginDynamic"
    plain = graph.node(name, x, skip, version=version, type_id=0, beta=beta, gamma=gamma, **told)
    moved = graph.node(name, x, skip, version=version, type_id=0, beta=beta, gamma=gamma, bias=bias, **told)
    half = graph.node(name, x.astype(np.float16), skip.astype(np.float16), outputs=[np.float16], version=version, type_id=1, beta=beta, gamma=gamma, **told)
    y = graph.run()
    column = (slice(None), None, None)
    wanted = normalised(x + skip, 2, 0) * gamma[column] + beta[column]
    close(y[plain[0]], wanted, 1e-4)
    close(y[moved[0]], normalised(x + skip + bias[column], 2, 0) * gamma[column] + beta[column], 1e-4)
    close(y[half[0]], wanted, 2e-2)


def quantised(x, scale):
    return np.clip(np.rint(x.astype(np.float64) / np.float32(scale)), -128, 127) * np.float64(np.float32(scale))


@pytest.mark.parametrize("width", [64, 24])  # in kCHW32, and in rows
@pytest.mark.parametrize("version", ["3", "4", "7", "8"])
def test_skip_layernorm_int8(graph, version, width):
    x, skip, beta, gamma = normal(1, width, 7, 1), normal(1, width, 7, 1), normal(width), normal(width)
    scales = [0.03, 0.02, 0.025, 0.0437] if version in "48" else [0.03, 0.02, 0.025]
    results = [np.float32] * (len(scales) - 2)
    names = graph.node("CustomSkipLayerNormPluginDynamic", x, skip, outputs=results, version=version, int8_scales=scales, beta=beta, gamma=gamma)
    y = graph.run()
    total = quantised(x, scales[0]) + quantised(skip, scales[1])
    channel = (slice(None), None, None)
    wanted = [normalised(total, 1, 0) * gamma[channel] + beta[channel], total]
    for name, exact, scale in zip(names, wanted, scales[2:]):
        steps = np.abs(y[name] - quantised(exact, scale)) / scale  # a number midway may be rounded either way
        assert steps.max() < 1.01 and (steps > 0.01).mean() < 0.02
        assert np.unique(y[name]).size > 50


def overlap(a, b, rim=0.0):
    (ay, by), (ax, bx) = [(sorted((a[i], a[i + 2])), sorted((b[i], b[i + 2]))) for i in (0, 1)]
    common = max(min(ay[1], by[1]) - max(ay[0], by[0]) + rim, 0) * max(min(ax[1], bx[1]) - max(ax[0], bx[0]) + rim, 0)
    joint = sum((y[1] - y[0] + rim) * (x[1] - x[0] + rim) for y, x in ((ay, ax), (by, bx))) - common
    return common / joint if common > 0 else 0.0


def efficient_nms(boxes, scores, most, score, iou, background=-1, sigmoid=False, agnostic=False):
    """Of one sample; boxes [N, classes, 4] are corners."""
    value = 1 / (1 + np.exp(-scores.astype(np.float64))) if sigmoid else scores
    order = sorted((-scores[i, c], i, c) for i, c in np.ndindex(*scores.shape) if value[i, c] >= score and c != background)
    kept = []
    for _, i, c in order:
        if len(kept) < most and all(not (agnostic or c == k) or overlap(boxes[i, c], boxes[j, k]) < iou for j, k in kept):
            kept.append((i, c))
    return [(boxes[i, c], value[i, c], c) for i, c in kept]


NMS = [np.int32, np.float32, np.float32, np.int32]


def check_nms(y, names, samples):
    count, boxes, scores, classes = (y[n] for n in names)
    for image, kept in enumerate(samples):
        n = len(kept)
        assert count[image, 0] == n and n > 0
        close(boxes[image, :n], np.array([k[0] for k in kept]), 1e-4)
        close(scores[image, :n], np.array([k[1] for k in kept]))
        assert classes[image, :n].tolist() == [k[2] for k in kept]
        assert not boxes[image, n:].any() and not scores[image, n:].any()


def corners(shape):
    first = RANDOM.random((*shape, 2)) * 4
    return np.concatenate([first, first + 0.3 + RANDOM.random((*shape, 2)) * 2], axis=-1).astype(np.float32)


def test_efficient_nms(graph):
    boxes, each, scores = corners((2, 60)), corners((2, 60, 3)), RANDOM.random((2, 60, 3)).astype(np.float32)
    common = {"score_threshold": 0.3, "iou_threshold": 0.4, "max_output_boxes": 40, "background_class": -1, "score_activation": 0, "box_coding": 0}
    name = "EfficientNMS_TRT"
    shared = graph.node(name, boxes, scores, outputs=NMS, class_agnostic=0, **common)
    own = graph.node(name, each, scores, outputs=NMS, class_agnostic=1, **common)
    few = graph.node(name, boxes, scores, outputs=NMS, **{**common, "max_output_boxes": 5, "background_class": 1})
    logits = (normal(2, 60, 3) * 2).astype(np.float32)
    active = graph.node(name, boxes, logits, outputs=NMS, **{**common, "score_activation": 1})
    y = graph.run()
    wide = np.repeat(boxes[:, :, None], 3, axis=2)
    check_nms(y, shared, [efficient_nms(wide[i], scores[i], 40, 0.3, 0.4) for i in range(2)])
    check_nms(y, own, [efficient_nms(each[i], scores[i], 40, 0.3, 0.4, agnostic=True) for i in range(2)])
    check_nms(y, few, [efficient_nms(wide[i], scores[i], 5, 0.3, 0.4, background=1) for i in range(2)])
    check_nms(y, active, [efficient_nms(wide[i], logits[i], 40, 0.3, 0.4, sigmoid=True) for i in range(2)])


def test_efficient_nms_decodes(graph):
    centre = np.concatenate([RANDOM.random((1, 30, 2)) * 4, 0.5 + RANDOM.random((1, 30, 2))], axis=-1).astype(np.float32)
    anchors, moves, scores = corners((1, 30)), normal(1, 30, 4) * np.float32(0.2), RANDOM.random((1, 30, 2)).astype(np.float32)
    common = {"score_threshold": 0.2, "iou_threshold": 0.5, "max_output_boxes": 30, "background_class": -1, "score_activation": 0, "class_agnostic": 0}
    name = "EfficientNMS_TRT"
    plain = graph.node(name, centre, scores, outputs=NMS, box_coding=1, **common)
    anchored = graph.node(name, moves, scores, centre, outputs=NMS, box_coding=1, **common)
    added = graph.node(name, np.sort(moves.reshape(1, 30, 2, 2), axis=2).reshape(1, 30, 4), scores, anchors, outputs=NMS, box_coding=0, **common)
    y = graph.run()

    def wanted(boxes):
        return [efficient_nms(np.repeat(boxes[0][:, None], 2, axis=1), scores[0], 30, 0.2, 0.5)]

    def cornered(c):
        return np.concatenate([c[..., :2] - c[..., 2:] / 2, c[..., :2] + c[..., 2:] / 2], axis=-1)

    check_nms(y, plain, wanted(cornered(centre)))
    decoded = np.concatenate([moves[..., :2] * centre[..., 2:] + centre[..., :2], centre[..., 2:] * np.exp(moves[..., 2:])], axis=-1)
    check_nms(y, anchored, wanted(cornered(decoded)))
    check_nms(y, added, wanted(anchors + np.sort(moves.reshape(1, 30, 2, 2), axis=2).reshape(1, 30, 4)))


def batched_nms(boxes, scores, top, keep, score, iou, background, rim):
    kept = []
    for c in range(scores.shape[1]):
        own = []
        for i in np.argsort(-scores[:, c], kind="stable")[:top] if c != background else []:
            if scores[i, c] > score and all(overlap(boxes[i, c], boxes[j, c], rim) <= iou for j in own):
                own.append(i)
        kept += [(scores[i, c], i, c) for i in own]
    kept.sort(key=lambda k: (-k[0], k[1], k[2]))
    return [(boxes[i, c], s, c) for s, i, c in kept[:keep]]


def test_batched_nms(graph):
    boxes, each = corners((2, 50, 1)) / np.float32(4), corners((2, 50, 4))
    scores = RANDOM.random((2, 50, 4)).astype(np.float32)
    common = {"numClasses": 4, "topK": 30, "keepTopK": 25, "scoreThreshold": 0.25, "iouThreshold": 0.4, "scoreBits": 16}
    types = [np.int32, np.float32, np.float32, np.float32]
    name = "BatchedNMSDynamic_TRT"
    clipped = graph.node(name, boxes, scores, outputs=types, shareLocation=1, backgroundLabelId=-1, isNormalized=1, clipBoxes=1, **common)
    pixels = graph.node(name, each, scores, outputs=types, shareLocation=0, backgroundLabelId=0, isNormalized=0, clipBoxes=0, caffeSemantics=1, **common)
    y = graph.run()
    wide = np.repeat(boxes, 4, axis=2)
    samples = [batched_nms(wide[i], scores[i], 30, 25, 0.25, 0.4, -1, 0) for i in range(2)]
    check_nms(y, clipped, [[(np.clip(b, 0, 1), s, c) for b, s, c in kept] for kept in samples])
    check_nms(y, pixels, [batched_nms(each[i], scores[i], 30, 25, 0.25, 0.4, 0, 1) for i in range(2)])
    count = y[pixels[0]][0, 0]
    assert (y[pixels[3]][0, count:] == -1).all()


def onnxruntime_of(op, inputs, opset, **attributes):
    """One node of the default domain through ONNX Runtime."""
    onnxruntime = pytest.importorskip("onnxruntime")
    names = [f"i{k}" for k in range(len(inputs))]
    values = [helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(a.dtype), a.shape) for n, a in zip(names, inputs)]
    out = helper.make_tensor_value_info("y", helper.np_dtype_to_tensor_dtype(inputs[0].dtype), None)
    graph = helper.make_graph([helper.make_node(op, names, ["y"], **attributes)], "g", values, [out])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, dict(zip(names, inputs)))[0]


@pytest.mark.parametrize("version", ["1", "2"])
def test_roi_align(graph, version):
    x, images = normal(2, 3, 12, 10), np.array([0, 1, 1, 0], np.int32)
    regions = (corners((4,))[:, [1, 0, 3, 2]] * 3).astype(np.float32)
    cases = [(shift, mode, points) for shift in (0, 1) for mode in (0, 1) for points in (0, 2)]
    names = []
    for shift, mode, points in cases:
        attributes = {"coordinate_transformation_mode": shift, "mode": mode, "sampling_ratio": points, "spatial_scale": 0.5}
        names.append(graph.node("ROIAlign_TRT", x, regions, images, version=version, output_height=4, output_width=3, **attributes))
    y = graph.run()
    for (shift, mode, points), name in zip(cases, names):
        kind, moved = "avg" if mode else "max", "half_pixel" if shift else "output_half_pixel"
        attributes = {"mode": kind, "coordinate_transformation_mode": moved, "sampling_ratio": points, "spatial_scale": 0.5}
        wanted = onnxruntime_of("RoiAlign", [x, regions, images.astype(np.int64)], 16, output_height=4, output_width=3, **attributes)
        close(y[name[0]], wanted, 1e-4)


@pytest.mark.parametrize("version", ["1", "2"])
def test_scatter_elements(graph, version):
    data, updates, indices = normal(4, 3, 5), normal(4, 2, 5), RANDOM.integers(-3, 3, (4, 2, 5))
    names = {r: graph.node("ScatterElements", data, indices, updates, version=version, reduction=r, axis=1) for r in ("add", "mul", "min", "max", "mean")}
    whole = [(a * 10).astype(np.int64) for a in (data, updates)]
    numbers = graph.node("ScatterElements", whole[0], indices, whole[1], outputs=[np.int64], version=version, reduction="add", axis=-2)
    y = graph.run()
    functions = {"add": np.add, "mul": np.multiply, "min": np.minimum, "max": np.maximum, "mean": np.add}
    terms = np.ones(data.shape)
    for i, j, k in np.ndindex(*indices.shape):
        terms[i, indices[i, j, k], k] += 1
    for reduction, name in names.items():
        wanted = data.astype(np.float64)
        for i, j, k in np.ndindex(*indices.shape):
            place = (i, indices[i, j, k], k)
            wanted[place] = functions[reduction](wanted[place], updates[i, j, k])
        close(y[name[0]], wanted / terms if reduction == "mean" else wanted, 1e-5)
    wanted = whole[0].copy()
    for i, j, k in np.ndindex(*indices.shape):
        wanted[i, indices[i, j, k], k] += whole[1][i, j, k]
    np.testing.assert_array_equal(y[numbers[0]], wanted)


def test_scatter_nd(graph):
    data, indices, updates = normal(4, 5, 2), np.array([[0, 1], [3, 4], [2, 0]], np.int32), normal(3, 2)
    rows = graph.node("ScatterND", data, np.array([[1], [3]], np.int32), normal(2, 5, 2))
    slices = graph.node("ScatterND", data, indices, updates)
    whole = graph.node("ScatterND", data.astype(np.int32), indices, updates.astype(np.int32), outputs=[np.int32])
    y = graph.run()
    wanted = data.copy()
    wanted[indices[:, 0], indices[:, 1]] = updates
    np.testing.assert_array_equal(y[slices[0]], wanted)
    other = data.copy()
    other[[1, 3]] = graph.arrays["in0_2"]
    np.testing.assert_array_equal(y[rows[0]], other)
    numbers = data.astype(np.int32)
    numbers[indices[:, 0], indices[:, 1]] = updates.astype(np.int32)
    np.testing.assert_array_equal(y[whole[0]], numbers)


@pytest.mark.parametrize("version", ["1", "2"])
def test_deform_conv(graph, version):
    x, weights, bias = normal(2, 4, 7, 6), normal(6, 2, 3, 3), normal(6)
    offsets, mask = normal(2, 2 * 2 * 9, 4, 3), RANDOM.random((2, 2 * 9, 4, 3)).astype(np.float32)
    attributes = {"stride": [2, 2], "padding": [1, 1], "dilation": [1, 1], "group": 2, "deformable_group": 2}
    with_bias = graph.node("ModulatedDeformConv2d", x, offsets, mask, weights, bias, version=version, **attributes)
    without = graph.node("ModulatedDeformConv2d", x, offsets, mask, weights, version=version, **attributes)
    y = graph.run()
    same = {"strides": [2, 2], "pads": [1, 1, 1, 1], "dilations": [1, 1], "group": 2, "offset_group": 2}
    wanted = onnxruntime_of("DeformConv", [x, weights, offsets, bias, mask], 19, **same)
    close(y[with_bias[0]], wanted, 1e-4)
    close(y[without[0]], wanted - bias[:, None, None], 1e-4)


FOLDERS = sorted(p.parent for p in (tool.ROOT / "plugins").glob("*/*.cpp"))


def names_of(folder):
    return set(re.findall(r'name\(\) \{ return "(\w+)"', (folder / f"{folder.name}.cpp").read_text()))


def test_every_creator_has_a_folder():
    listed = {c["name"] for c in tool.call_json("plugin", "list", "standard")["creators"]}
    assert listed == set().union(*map(names_of, FOLDERS))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda f: f.name)
def test_the_checker_finds_nothing(folder):
    spec = folder / "check.json"
    for name in names_of(folder):
        done = tool.call("plugin", "check", "standard", "--creator", name, *(["--spec", spec] if spec.exists() else []))
        assert done.returncode == 0, done.stdout
