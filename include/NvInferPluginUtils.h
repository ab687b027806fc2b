// SPDX-License-Identifier: Apache-2.0
// Parameters of some ready-made plugins, as structures that other code passes around.
#ifndef NV_INFER_PLUGIN_UTILS_H
#define NV_INFER_PLUGIN_UTILS_H

#include "NvInferRuntimeCommon.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {
namespace plugin {

//! Four numbers; generation 8.
typedef struct {
    int32_t data[4];
} Quadruple;

//! Attributes of the PriorBox plugin, which lays boxes of several sizes and shapes over a feature map.
struct PriorBoxParameters {
    float* minSize;          //!< Smallest box sizes, in pixels; numMinSize of them.
    float* maxSize;          //!< Largest box sizes, in pixels; numMaxSize of them.
    float* aspectRatios;     //!< Ratios of width to height; numAspectRatios of them.
    int32_t numMinSize;      //!< Length of minSize.
    int32_t numMaxSize;      //!< Length of maxSize.
    int32_t numAspectRatios; //!< Length of aspectRatios.
    bool flip;               //!< Also lay a box of each inverse ratio.
    bool clip;               //!< Cut boxes at the image's border.
    float variance[4];       //!< Scales of the encoded offsets.
    int32_t imgH;            //!< Height of the image; 0: that of the input.
    int32_t imgW;            //!< Width of the image; 0: that of the input.
    float stepH;             //!< Distance of boxes along the height; 0: computed.
    float stepW;             //!< Distance of boxes along the width; 0: computed.
    float offset;            //!< Place of a box's centre within its cell.
};

//! Attributes of the RPROI plugin: region proposals, suppression and pooling.
struct RPROIParams {
    int32_t poolingH;          //!< Height of a pooled region.
    int32_t poolingW;          //!< Width of a pooled region.
    int32_t featureStride;     //!< Pixels of the image per element of the feature map.
    int32_t preNmsTop;         //!< Proposals kept before suppression.
    int32_t nmsMaxOut;         //!< Proposals kept after suppression.
    int32_t anchorsRatioCount; //!< Number of anchor ratios.
    int32_t anchorsScaleCount; //!< Number of anchor scales.
    float iouThreshold;        //!< Overlap from which a proposal is suppressed.
    float minBoxSize;          //!< Proposals with a shorter side are dropped.
    float spatialScale;        //!< Elements of the feature map per pixel of the image.
};

//! Attributes of the GridAnchor plugin, which lays anchors over one feature map.
struct GridAnchorParameters {
    float minSize;           //!< Scale of the finest map's anchors.
    float maxSize;           //!< Scale of the coarsest map's anchors.
    float* aspectRatios;     //!< Ratios of width to height; numAspectRatios of them.
    int32_t numAspectRatios; //!< Length of aspectRatios.
    int32_t H;               //!< Height of the feature map.
    int32_t W;               //!< Width of the feature map.
    float variance[4];       //!< Scales of the encoded offsets.
};

//! How a box is written; generations 8 and 10.
enum class CodeTypeSSD : int32_t {
    CORNER TENON_DEPRECATED_ENUM_10 = 0,      //!< Offsets of the corners.
    CENTER_SIZE TENON_DEPRECATED_ENUM_10 = 1, //!< Offset of the centre, logarithm of the size.
    CORNER_SIZE TENON_DEPRECATED_ENUM_10 = 2, //!< Offsets of the corners, relative to the size.
    TF_CENTER TENON_DEPRECATED_ENUM_10 = 3,   //!< CENTER_SIZE with y before x.
};

//! Attributes of the DetectionOutput plugin: decoding and suppression of boxes; generations 8 and 10.
struct TENON_DEPRECATED_10 DetectionOutputParameters {
    bool shareLocation;           //!< One box for all classes.
    bool varianceEncodedInTarget; //!< The offsets are not scaled by variances.
    int32_t backgroundLabelId;    //!< Class to leave out; -1: none.
    int32_t numClasses;           //!< Number of classes.
    int32_t topK;                 //!< Boxes kept per class before suppression.
    int32_t keepTopK;             //!< Boxes kept per image after it.
    float confidenceThreshold;    //!< Boxes of a lower score are dropped.
    float nmsThreshold;           //!< Overlap from which a box is suppressed.
    CodeTypeSSD codeType;         //!< How boxes are written.
    int32_t inputOrder[3];        //!< Which inputs are locations, confidences and priors.
    bool confSigmoid;             //!< Apply a sigmoid to the confidences.
    bool isNormalized;            //!< Boxes are fractions of the image.
    bool isBatchAgnostic{true};   //!< The priors are the same for the whole batch.
};

//! A tree of classes, for the softmax of the Region plugin. Arrays of n elements unless said otherwise.
struct softmaxTree {
    int32_t* leaf;        //!< Whether a node is a leaf.
    int32_t n;            //!< Number of nodes.
    int32_t* parent;      //!< Parent of each node, -1 for none.
    int32_t* child;       //!< Group of a node's children, -1 for none.
    int32_t* group;       //!< Group of each node.
    char** name;          //!< Name of each node.
    int32_t groups;       //!< Number of groups.
    int32_t* groupSize;   //!< Nodes of each group; `groups` elements.
    int32_t* groupOffset; //!< First node of each group; `groups` elements.
};

//! Attributes of the Region plugin, the last layer of YOLOv2.
struct RegionParameters {
    int32_t num;         //!< Boxes per cell.
    int32_t coords;      //!< Numbers per box.
    int32_t classes;     //!< Number of classes.
    softmaxTree* smTree; //!< Tree of the classes; null: a flat softmax.
};

//! Attributes of the BatchedNMS plugin; generations 8 and 10.
struct TENON_DEPRECATED_10 NMSParameters {
    bool shareLocation;        //!< One box for all classes.
    int32_t backgroundLabelId; //!< Class to leave out; -1: none.
    int32_t numClasses;        //!< Number of classes.
    int32_t topK;              //!< Boxes kept per class before suppression.
    int32_t keepTopK;          //!< Boxes kept per image after it.
    float scoreThreshold;      //!< Boxes of a lower score are dropped.
    float iouThreshold;        //!< Overlap from which a box is suppressed.
    bool isNormalized;         //!< Boxes are fractions of the image.
};

} // namespace plugin
} // namespace nvinfer1
TENON_NV_END

#endif // NV_INFER_PLUGIN_UTILS_H
